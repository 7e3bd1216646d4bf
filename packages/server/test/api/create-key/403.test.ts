import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, requestToken, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/keys'

describe('createKey 403', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
  })

  it('grants no permission that a narrowed token does not name', async () => {
    const bearer = await requestToken(hub, account, 'keys:write music:read catalog:read')
    const body = { name: 'x', permissions: ['music:read', 'music:write'] }
    expect(await hub.json('POST', path, { bearer, body })).toMatchObject({
      status: 403,
      body: {
        error: 'permission_not_grantable',
        detail: 'Your token cannot grant music:write.',
        grantable: ['music:read', 'catalog:read'],
      },
    })
    expect((await hub.json('GET', path, { bearer: await account.token() })).body.data).toEqual([])
  })
})
