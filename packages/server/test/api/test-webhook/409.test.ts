import { expect, it } from 'vitest'
import { openWebhookAccount } from '../../harness/webhooks.ts'

it('testWebhook refuses a webhook that is disabled, and makes no message', async () => {
  const { ask, disabled } = await openWebhookAccount()
  const id = await disabled()
  expect(await ask('POST', `/${id}/test`)).toMatchObject({
    status: 409,
    body: { error: 'state_conflict', detail: 'The webhook is disabled. Enable it first.' },
  })
  expect((await ask('GET', `/${id}/messages`)).body.data).toEqual([])
})
