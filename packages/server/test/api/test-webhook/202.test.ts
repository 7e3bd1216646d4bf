import { expect, it } from 'vitest'
import { openWebhookAccount } from '../../harness/webhooks.ts'

it('testWebhook sends a message, whatever types the webhook receives', async () => {
  const { ask, create } = await openWebhookAccount()
  const { id } = await create({ eventTypes: ['report.applied'] })
  const { status, body } = await ask('POST', `/${id}/test`)
  expect(status).toBe(202)
  expect(body).toEqual({
    id: expect.stringMatching(/^whm_[0-9A-HJKMNP-TV-Z]{26}$/),
    type: 'endpoint.test',
    status: 'pending',
    createdAt: expect.stringMatching(/Z$/),
    data: { webhookId: id },
    attempts: 0,
    nextAttemptAt: body.createdAt,
    endedAt: null,
    releaseTitle: null,
    lastAttempt: null,
  })
  expect((await ask('GET', `/${id}/messages`)).body.data).toEqual([body])
})
