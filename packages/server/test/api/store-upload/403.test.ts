import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'
import { uploadsPath } from '../../harness/uploads.ts'
import { addUsage } from '../../harness/used-up-quotas.ts'

describe('storeUpload 403', () => {
  const store = async (hub: TestHub, key: string) => {
    const headers = { 'x-api-key': key, 'content-type': 'audio/wav' }
    const response = await hub.request(uploadsPath, { method: 'POST', headers, body: 'ten bytes.' })
    return { status: response.status, body: await response.json() }
  }

  it('stores no byte more than the account may have, whatever other accounts have', async () => {
    const hub = await sharedHub()
    const account = await createTestAccount(hub)
    const key = await account.key()
    await addUsage(hub, account.accountId, { storedBytes: 1_099_511_627_767 })
    const refused = {
      status: 403,
      body: {
        error: 'quota_exceeded',
        quota: 'storedBytes',
        limit: 1_099_511_627_776,
        used: 1_099_511_627_767,
        detail:
          'The account can have at most 1099511627776 bytes of uploads and exports and has 1099511627767. Delete exports and uploads that no release uses, or ask the operator for a larger quota.',
      },
    }
    expect(await store(hub, key)).toMatchObject(refused)
    expect((await hub.json('GET', uploadsPath, { key })).body.data).toEqual([])
    expect((await store(hub, await (await createTestAccount(hub)).key())).status).toBe(201)
    await addUsage(hub, account.accountId, { storedBytes: -1 })
    expect((await store(hub, key)).status).toBe(201)
  })

  it('begins nothing while the account has as many unfinished uploads as it may', async () => {
    const hub = await sharedHub()
    const account = await createTestAccount(hub)
    const key = await account.key()
    await addUsage(hub, account.accountId, { openUploads: 1000 })
    expect(await store(hub, key)).toMatchObject({
      status: 403,
      body: { error: 'quota_exceeded', quota: 'openUploads', limit: 1000, used: 1000 },
    })
    expect((await hub.json('GET', uploadsPath, { key })).body.data).toEqual([])
  })
})
