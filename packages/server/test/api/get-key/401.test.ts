import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/keys/key_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

describe('getKey 401', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
  })

  it('asks for a token', async () => {
    const answer = await hub.json('GET', path)
    expect(answer).toMatchObject({ status: 401, body: { error: 'credentials_missing' } })
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="distributor", resource_metadata="/)
  })

  it('refuses an API key and a token that is none', async () => {
    for (const bearer of [await account.key(), 'x.y.z', '']) {
      const answer = await hub.json('GET', path, { bearer })
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
      expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
    }
  })
})
