import { describe, expect, it } from 'vitest'
import { foreignCursors } from '../../harness/foreign-cursors.ts'
import { openWebhookAccount } from '../../harness/webhooks.ts'

describe('listWebhookMessages 400', () => {
  it('refuses cursors of other lists and those that were made up', async () => {
    const given = await openWebhookAccount()
    const { id } = await given.create()
    for (const cursor of await foreignCursors(given))
      expect(await given.ask('GET', `/${id}/messages?cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { error: 'cursor_invalid' },
      })
  })

  it('refuses a cursor of another filter and of another webhook', async () => {
    const { ask, create, message } = await openWebhookAccount()
    const [{ id }, { id: other }] = [await create(), await create()]
    for (let count = 0; count < 2; count++) await message(id)
    const { nextCursor } = (await ask('GET', `/${id}/messages?limit=1`)).body.page
    for (const rest of [`/${id}/messages?status=pending&limit=1`, `/${other}/messages?limit=1`])
      expect(await ask('GET', `${rest}&cursor=${nextCursor}`)).toMatchObject({
        status: 400,
        body: { error: 'cursor_invalid' },
      })
  })
})
