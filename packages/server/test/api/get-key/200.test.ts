import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'

const path = '/api/v1/distributor/keys'

describe('getKey 200', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
    account = await createTestAccount(hub)
  })

  it('shows everything but the key', async () => {
    const bearer = await account.token()
    const body = { name: 'shown', permissions: ['catalog:read', 'analytics:read'] }
    const { body: created } = await hub.json('POST', path, { bearer, body })
    const answer = await hub.json('GET', `${path}/${created.id}`, { bearer })
    expect(answer.status).toBe(200)
    const { key, ...described } = created
    expect(answer.body).toEqual({
      ...described,
      status: 'active',
      lastUsedAt: null,
      revokedAt: null,
      rotatedTo: null,
      madeBy: { id: account.clientId, name: null },
      lastUsedFrom: null,
    })
    expect(JSON.stringify(answer.body)).not.toContain(key)
    expect(answer.headers.get('etag')).toMatch(/^"[\w-]{22}"$/)
  })

  it('shows when the key was last used, once the hub has written it', async () => {
    const quiet = await startTestHub({
      role: 'api',
      overrides: { openDatabase: { ...hub.opened, close: async () => {} } },
    })
    const key = await account.key()
    const startedAt = Date.now()
    expect(await quiet.hub.http.credentials.findApiKey(key, '192.0.2.7')).toBeDefined()
    const bearer = await account.token()
    const newest = async () => (await hub.json('GET', `${path}?limit=1`, { bearer })).body.data[0]
    expect((await newest()).lastUsedAt).toBeNull()
    await quiet.hub.close()
    expect((await newest()).lastUsedFrom).toBe('192.0.2.7')
    expect(Date.parse((await newest()).lastUsedAt)).toBeGreaterThanOrEqual(startedAt)
  })
})
