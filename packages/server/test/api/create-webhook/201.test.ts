import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { hookUrl, openWebhookAccount, webhooksPath } from '../../harness/webhooks.ts'

describe('createWebhook 201', () => {
  it('answers the webhook with its secret, which nothing else shows', async () => {
    const { ask } = await openWebhookAccount()
    const wanted = { url: hookUrl, eventTypes: ['upload.status_changed'], description: 'Masters' }
    const { status, headers, body } = await ask('POST', '', wanted)
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`${webhooksPath}/${body.id}`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      id: expect.stringMatching(/^whk_[0-9A-HJKMNP-TV-Z]{26}$/),
      url: 'https://label.example/hooks',
      description: 'Masters',
      eventTypes: ['upload.status_changed'],
      source: 'account',
      status: 'active',
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      lastDeliveredAt: null,
      previousSecretUntil: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: body.createdAt,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    const { secret, ...shown } = body
    const got = await ask('GET', `/${body.id}`)
    expect(got.body).toEqual(shown)
    const listed = await ask('GET')
    expect(listed.body.data).toEqual([shown])
    expect(JSON.stringify([got.body, listed.body])).not.toContain(secret)
  })

  it('makes one of all types, without a description, if only the address is given', async () => {
    const { ask, audit } = await openWebhookAccount()
    const { body } = await ask('POST', '', { url: hookUrl })
    expect(body).toMatchObject({ eventTypes: null, description: null, status: 'active' })
    expect(await audit()).toEqual(['webhook.created'])
  })
})

describe('createWebhook 201 on a hub whose operator names targets', () => {
  let hub: TestHub
  beforeAll(async () => {
    const environment = { SPINDLE_WEBHOOK_TARGETS: 'hooks.internal, 10.20.0.0/16' }
    hub = await startTestHub({ role: 'api', environment })
  })

  it.each(['http://hooks.internal:3000/', 'https://10.20.1.1/', 'http://10.20.1.1/'])('takes %s', async (url) => {
    const { ask } = await openWebhookAccount(hub)
    expect(await ask('POST', '', { url })).toMatchObject({ status: 201, body: { url } })
  })

  it('refuses an address that is not on the list of allowed ones', async () => {
    const { ask } = await openWebhookAccount(hub)
    expect(await ask('POST', '', { url: 'https://10.21.0.1/' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/url', code: 'address_refused' }] },
    })
  })
})
