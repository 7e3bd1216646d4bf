import { expect, it } from 'vitest'
import { openWebhookAccount } from '../../harness/webhooks.ts'

it('replayWebhookMessage refuses while the webhook is disabled, and the message stays as it is', async () => {
  const { ask, create, message } = await openWebhookAccount()
  const { id } = await create()
  const messageId = await message(id)
  await ask('PATCH', `/${id}`, { status: 'disabled' })
  expect(await ask('POST', `/${id}/messages/${messageId}/replay`)).toMatchObject({
    status: 409,
    body: { error: 'state_conflict', detail: 'The webhook is disabled. Enable it first.' },
  })
  expect((await ask('GET', `/${id}/messages`)).body.data).toMatchObject([{ id: messageId, status: 'failed' }])
})
