import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/keys'

describe('revokeKey 412', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
  })

  it('revokes only the version that was read', async () => {
    const bearer = await account.token()
    const { body } = await hub.json('POST', path, { bearer, body: { name: 'x', permissions: ['music:read'] } })
    const at = `${path}/${body.id}`
    const stale = await hub.json('DELETE', at, { bearer, headers: { 'if-match': '"stale"' } })
    expect(stale).toMatchObject({ status: 412, body: { error: 'precondition_failed' } })
    const { headers, body: read } = await hub.json('GET', at, { bearer })
    expect(read.status).toBe('active')
    const etag = headers.get('etag') ?? ''
    expect((await hub.json('DELETE', at, { bearer, headers: { 'if-match': etag } })).status).toBe(204)
  })
})
