import { beforeAll, describe, expect, it } from 'vitest'
import { openWebhookAccount, type WebhookAccount } from '../../harness/webhooks.ts'

describe('createWebhook 422', () => {
  let given: WebhookAccount
  beforeAll(async () => {
    given = await openWebhookAccount()
  })
  const url = 'https://label.example/hooks'

  it.each([
    'http://label.example/hooks',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'https://10.21.0.1/',
    'https://name:password@label.example/',
    'https://',
  ])('refuses the address %s', async (refused) => {
    const { status, body } = await given.ask('POST', '', { url: refused })
    expect(status).toBe(422)
    expect(body.errors[0].pointer).toBe('/url')
  })

  it.each([
    [{}, '/url'],
    [{ url: 'ftp://label.example' }, '/url'],
    [{ url, eventTypes: [] }, '/eventTypes'],
    [{ url, eventTypes: ['release.deleted'] }, '/eventTypes/0'],
    [{ url, eventTypes: ['endpoint.test'] }, '/eventTypes/0'],
    [{ url, description: '' }, '/description'],
    [{ url, secret: 'mine' }, '/secret'],
  ])('refuses %j', async (wanted, pointer) => {
    const { status, body } = await given.ask('POST', '', wanted)
    expect(status).toBe(422)
    expect(body.errors[0].pointer).toBe(pointer)
  })

  it('makes no webhook of what it refuses', async () => {
    expect((await given.ask('GET', '?count=true')).body.page.total).toBe(0)
  })
})
