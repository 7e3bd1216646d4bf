import { describe, expect, it } from 'vitest'
import { openWebhookAccount } from '../../harness/webhooks.ts'

describe('getWebhook 200', () => {
  it('answers the webhook without its secret', async () => {
    const { ask, create } = await openWebhookAccount()
    const { id, createdAt } = await create({ eventTypes: ['report.applied'], description: 'Numbers' })
    const { status, body } = await ask('GET', `/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      id,
      url: 'https://label.example/hooks',
      description: 'Numbers',
      eventTypes: ['report.applied'],
      source: 'account',
      status: 'active',
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      lastDeliveredAt: null,
      previousSecretUntil: null,
      createdAt,
      updatedAt: createdAt,
    })
  })

  it("marks a webhook from the operator's file as part of the configuration", async () => {
    const { ask, configured } = await openWebhookAccount()
    expect((await ask('GET', `/${await configured()}`)).body.source).toBe('configuration')
  })

  it('has a tag that changes with the webhook, and answers 304 to it until then', async () => {
    const { ask, create } = await openWebhookAccount()
    const { id } = await create()
    const etag = (await ask('GET', `/${id}`)).headers.get('etag') ?? ''
    const again = () => ask('GET', `/${id}`, undefined, { 'if-none-match': etag })
    expect(await again()).toMatchObject({ status: 304, body: '' })
    await ask('PATCH', `/${id}`, { description: 'Other' })
    expect(await again()).toMatchObject({ status: 200, body: { description: 'Other' } })
  })
})
