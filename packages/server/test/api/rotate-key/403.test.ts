import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, requestToken, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('rotateKey 403', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
  })

  it('grants no permission that a narrowed token does not name', async () => {
    const keys = '/api/v1/distributor/keys'
    const body = { name: 'x', permissions: ['music:read', 'music:write'] }
    const { body: key } = await hub.json('POST', keys, { bearer: await account.token(), body })
    const bearer = await requestToken(hub, account, 'keys:write music:read')
    const answer = await hub.json('POST', `${keys}/${key.id}/rotate`, { bearer, body: { overlapSeconds: 0 } })
    expect(answer).toMatchObject({ status: 403, body: { error: 'permission_not_grantable' } })
    expect(await hub.hub.http.credentials.findApiKey(key.key)).toBeDefined()
  })
})
