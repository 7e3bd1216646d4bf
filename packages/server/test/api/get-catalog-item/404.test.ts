import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('getCatalogItem 404', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
  })

  it("answers for another account's release as for one that never existed", async () => {
    const other = await createTestAccount(hub, 'Other Records')
    const theirs = await createLiveRelease(hub, { accountId: other.accountId, properties: ['site-a'] })
    const key = await account.key(['catalog:read'])
    const ask = async (id: string) => {
      const { status, body } = await hub.json('GET', `/api/v1/distributor/catalog/${id}`, { key })
      return { status, body: { ...body, requestId: null } }
    }
    const never = await ask('rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    expect(never.status).toBe(404)
    expect(never.body.error).toBe('release_not_found')
    expect(await ask(theirs.releaseId)).toEqual(never)
    expect(await ask('nonsense')).toEqual(never)
  })
})
