import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, requestToken, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/keys'

describe('listKeys 403', () => {
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
