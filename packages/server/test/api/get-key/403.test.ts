import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, requestToken, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/keys/key_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

describe('getKey 403', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
  })

  it('needs the scope keys:write', async () => {
    const bearer = await requestToken(hub, account, 'music:read music:write catalog:read analytics:read')
    const answer = await hub.json('GET', path, { bearer })
    expect(answer).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
    expect(answer.headers.get('www-authenticate')).toContain('scope="keys:write"')
  })
})
