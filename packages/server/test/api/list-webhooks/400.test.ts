import { expect, it } from 'vitest'
import { foreignCursors } from '../../harness/foreign-cursors.ts'
import { openWebhookAccount } from '../../harness/webhooks.ts'

it('listWebhooks refuses cursors of other lists and those that were made up', async () => {
  const given = await openWebhookAccount()
  for (const cursor of await foreignCursors(given))
    expect(await given.ask('GET', `?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { error: 'cursor_invalid', errors: [{ pointer: 'cursor' }] },
    })
})
