import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/keys'

describe('getKey 304', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
  })

  it('answers an unchanged key without a body, and a changed one with it', async () => {
    const bearer = await account.token()
    const { body } = await hub.json('POST', path, { bearer, body: { name: 'x', permissions: ['music:read'] } })
    const at = `${path}/${body.id}`
    const etag = (await hub.json('GET', at, { bearer })).headers.get('etag') ?? ''
    const again = await hub.json('GET', at, { bearer, headers: { 'if-none-match': etag } })
    expect(again).toMatchObject({ status: 304, body: '' })
    expect(again.headers.get('etag')).toBe(etag)
    await hub.json('DELETE', at, { bearer })
    const changed = await hub.json('GET', at, { bearer, headers: { 'if-none-match': etag } })
    expect(changed).toMatchObject({ status: 200, body: { status: 'revoked' } })
  })
})
