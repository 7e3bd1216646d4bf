import { expect, it } from 'vitest'
import { foreignCursors } from '../../harness/foreign-cursors.ts'
import { openWebhookAccount } from '../../harness/webhooks.ts'

it('listWebhookAttempts refuses cursors of other lists and those that were made up', async () => {
  const given = await openWebhookAccount()
  const { id } = await given.create()
  const [messageId, other] = [await given.message(id), await given.message(id)]
  for (const number of [1, 2]) await given.attempt(other, number, 500)
  const { body } = await given.ask('GET', `/${id}/messages/${other}/attempts?limit=1`)
  for (const cursor of [...(await foreignCursors(given)), body.page.nextCursor])
    expect(await given.ask('GET', `/${id}/messages/${messageId}/attempts?limit=1&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { error: 'cursor_invalid' },
    })
})
