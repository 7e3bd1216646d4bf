import { expect, it } from 'vitest'
import { differentAnswers } from '../../harness/different-answers.ts'
import { openWebhookAccount, unknownWebhook } from '../../harness/webhooks.ts'

it("rotateWebhookSecret answers for another account's webhook as for one that never existed", async () => {
  const { ask } = await openWebhookAccount()
  const stranger = await openWebhookAccount()
  const { id } = await stranger.create()
  expect(
    await differentAnswers([id, unknownWebhook, 'nonsense'], (asked) => ask('POST', `/${asked}/rotate`, {})),
  ).toEqual([{ status: 404, error: 'webhook_not_found' }])
  expect((await stranger.ask('GET', `/${id}`)).body.previousSecretUntil).toBeNull()
})
