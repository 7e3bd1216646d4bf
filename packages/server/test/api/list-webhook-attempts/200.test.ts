import { describe, expect, it } from 'vitest'
import { openWebhookAccount } from '../../harness/webhooks.ts'

describe('listWebhookAttempts 200', () => {
  it('answers what was tried, newest first, page by page, and counts', async () => {
    const { ask, attempt, create, message } = await openWebhookAccount()
    const { id } = await create()
    const messageId = await message(id)
    for (const [number, statusCode] of [
      [1, 500],
      [2, 503],
      [3, 204],
    ] as const)
      await attempt(messageId, number, statusCode)
    const path = `/${id}/messages/${messageId}/attempts`
    const first = await ask('GET', `${path}?limit=2&count=true`)
    expect(first.status).toBe(200)
    const failed = { durationMs: 12, failure: 'refused', answer: 'no database today' }
    expect(first.body.data).toEqual([
      { number: 3, at: '2026-05-01T08:03:00.000Z', durationMs: 12, statusCode: 204, failure: null, answer: '' },
      { ...failed, number: 2, at: '2026-05-01T08:02:00.000Z', statusCode: 503 },
    ])
    expect(first.body.page).toEqual({ limit: 2, nextCursor: expect.any(String), hasMore: true, total: 3 })
    const rest = await ask('GET', `${path}?limit=2&cursor=${first.body.page.nextCursor}`)
    expect(rest.body).toEqual({
      data: [{ ...failed, number: 1, at: '2026-05-01T08:01:00.000Z', statusCode: 500 }],
      page: { limit: 2, nextCursor: null, hasMore: false },
    })
  })

  it('answers none for a message that was not tried yet', async () => {
    const { ask, create, message } = await openWebhookAccount()
    const { id } = await create()
    expect((await ask('GET', `/${id}/messages/${await message(id)}/attempts`)).body.data).toEqual([])
  })
})
