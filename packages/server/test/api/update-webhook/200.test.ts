import { describe, expect, it } from 'vitest'
import { openWebhookAccount } from '../../harness/webhooks.ts'

describe('updateWebhook 200', () => {
  it('changes what it names, removes what is null, and keeps the rest', async () => {
    const { ask, create } = await openWebhookAccount()
    const { secret: _, ...made } = await create({ eventTypes: ['release.status_changed'], description: 'One' })
    const { status, body } = await ask('PATCH', `/${made.id}`, { eventTypes: null, description: null })
    expect(status).toBe(200)
    expect(body).toEqual({ ...made, eventTypes: null, description: null, updatedAt: expect.any(String) })
    expect((await ask('GET', `/${made.id}`)).body).toEqual(body)
    const url = 'https://other.example/hooks'
    expect((await ask('PATCH', `/${made.id}`, { url })).body).toMatchObject({ url, eventTypes: null, status: 'active' })
  })

  it('disables and enables, with an activity for each', async () => {
    const { ask, audit, create } = await openWebhookAccount()
    const { id } = await create({ description: 'One' })
    const disabled = await ask('PATCH', `/${id}`, { status: 'disabled' })
    expect(disabled.body).toMatchObject({
      status: 'disabled',
      disabledReason: 'requested',
      disabledAt: expect.stringMatching(/Z$/),
    })
    const enabled = await ask('PATCH', `/${id}`, { status: 'active', description: 'Two' })
    expect(enabled.body).toMatchObject({
      status: 'active',
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      description: 'Two',
    })
    expect(await audit()).toEqual(['webhook.created', 'webhook.disabled', 'webhook.updated', 'webhook.enabled'])
  })

  it('gives up what waits when it disables the webhook', async () => {
    const { ask, create, message } = await openWebhookAccount()
    const { id } = await create()
    const messageId = await message(id)
    await ask('PATCH', `/${id}`, { status: 'disabled' })
    expect((await ask('GET', `/${id}/messages`)).body.data).toMatchObject([
      { id: messageId, status: 'failed', nextAttemptAt: null },
    ])
    expect((await ask('GET', `/${id}/messages?status=pending`)).body.data).toEqual([])
  })
})
