import { describe, expect, it } from 'vitest'
import { openWebhookAccount } from '../../harness/webhooks.ts'

describe('rotateWebhookSecret 200', () => {
  it('answers a new secret once, and keeps the old one for a day', async () => {
    const { ask, audit, create } = await openWebhookAccount()
    const { id, secret, ...made } = await create()
    const { status, headers, body } = await ask('POST', `/${id}/rotate`, {})
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      ...made,
      id,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      previousSecretUntil: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(body.secret).not.toBe(secret)
    expect(Date.parse(body.previousSecretUntil) - Date.parse(body.updatedAt)).toBe(86_400_000)
    const { secret: _, ...shown } = body
    expect((await ask('GET', `/${id}`)).body).toEqual(shown)
    expect(await audit()).toEqual(['webhook.created', 'webhook.secret_rotated'])
  })

  it('ends the old secret immediately if no overlap is requested', async () => {
    const { ask, create } = await openWebhookAccount()
    const { id } = await create()
    const { status, body } = await ask('POST', `/${id}/rotate`, { overlapSeconds: 0 })
    expect([status, body.previousSecretUntil]).toEqual([200, null])
  })
})
