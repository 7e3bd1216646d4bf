import { describe, expect, it } from 'vitest'
import { openWebhookAccount } from '../../harness/webhooks.ts'

describe('replayWebhookMessage 202', () => {
  it('puts a message that arrived on its way again, with the same id and its last attempt', async () => {
    const { ask, attempt, create, message } = await openWebhookAccount()
    const { id } = await create()
    const messageId = await message(id)
    await attempt(messageId, 1, 200)
    const { status, body } = await ask('POST', `/${id}/messages/${messageId}/replay`)
    expect(status).toBe(202)
    expect(body).toEqual({
      id: messageId,
      type: 'endpoint.test',
      status: 'pending',
      createdAt: expect.any(String),
      data: { webhookId: id },
      releaseTitle: null,
      attempts: 1,
      nextAttemptAt: expect.any(String),
      endedAt: null,
      lastAttempt: {
        number: 1,
        at: '2026-05-01T08:01:00.000Z',
        durationMs: 12,
        statusCode: 200,
        failure: null,
        answer: '',
      },
    })
    expect((await ask('GET', `/${id}/messages?status=pending`)).body.data).toEqual([body])
  })

  it('brings back what was given up, once the webhook is active again', async () => {
    const { ask, create, message } = await openWebhookAccount()
    const { id } = await create()
    const messageId = await message(id)
    for (const status of ['disabled', 'active']) await ask('PATCH', `/${id}`, { status })
    expect((await ask('GET', `/${id}/messages`)).body.data).toMatchObject([{ id: messageId, status: 'failed' }])
    expect(await ask('POST', `/${id}/messages/${messageId}/replay`)).toMatchObject({
      status: 202,
      body: { id: messageId, status: 'pending', endedAt: null },
    })
    expect((await ask('GET', `/${id}/messages?status=pending`)).body.data).toMatchObject([{ id: messageId }])
  })
})
