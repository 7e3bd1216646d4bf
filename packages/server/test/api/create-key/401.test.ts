import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/keys'

describe('createKey 401', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
  })

  it('asks for a token, and says where to learn how to get one', async () => {
    const answer = await hub.json('POST', path, { body: { name: 'x', permissions: ['music:read'] } })
    expect(answer).toMatchObject({ status: 401, body: { error: 'credentials_missing' } })
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer realm="distributor", resource_metadata="${hub.url}/.well-known/oauth-protected-resource/api/v1/distributor/keys"`,
    )
  })

  it('takes no API key in place of a token', async () => {
    const key = await account.key()
    const body = { name: 'x', permissions: ['music:read'] }
    expect(await hub.json('POST', path, { key, body })).toMatchObject({
      status: 401,
      body: { error: 'credentials_missing' },
    })
    expect(await hub.json('POST', path, { bearer: key, body })).toMatchObject({
      status: 401,
      body: { error: 'invalid_token' },
    })
  })

  it('is decided before the body is looked at', async () => {
    expect((await hub.json('POST', path, { bearer: 'x.y.z', body: '{' })).status).toBe(401)
  })
})
