import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'

const path = '/api/v1/distributor/keys'

describe('listKeys 200', () => {
  let hub: TestHub
  let account: TestAccount
  let nowMs = Date.now()
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', overrides: { clock: { now: () => nowMs } } })
    account = await createTestAccount(hub)
    const bearer = await account.token()
    const expiresAt = new Date(nowMs + 1_000).toISOString()
    for (let i = 1; i <= 5; i++) {
      nowMs += 1
      const body = { name: `key ${i}`, permissions: ['music:read'], ...(i === 2 ? { expiresAt } : {}) }
      const { body: key } = await hub.json('POST', path, { bearer, body })
      if (i === 4) await hub.json('DELETE', `${path}/${key.id}`, { bearer })
    }
    const other = await createTestAccount(hub)
    await other.key()
    nowMs += 1_000
  })
  const list = async (query = '') => (await hub.json('GET', path + query, { bearer: await account.token() })).body
  const namesOf = (page: { data: { name: string }[] }): string[] => page.data.map(({ name }) => name)

  it('shows the keys of the account, newest first, without the keys themselves', async () => {
    const page = await list()
    expect(namesOf(page)).toEqual(['key 5', 'key 4', 'key 3', 'key 2', 'key 1'])
    expect(page.page).toEqual({ limit: 20, nextCursor: null, hasMore: false })
    expect(page.data.map(({ status }: { status: string }) => status)).toEqual([
      'active',
      'revoked',
      'active',
      'expired',
      'active',
    ])
    expect(new Set(Object.keys(page.data[0]))).toEqual(
      new Set([
        'createdAt',
        'expiresAt',
        'hint',
        'id',
        'lastUsedAt',
        'lastUsedFrom',
        'madeBy',
        'name',
        'permissions',
        'revokedAt',
        'rotatedTo',
        'status',
      ]),
    )
    expect(JSON.stringify(page)).not.toMatch(/spn_\w{38}/)
  })

  it('filters by status and counts', async () => {
    expect(namesOf(await list('?status=active'))).toEqual(['key 5', 'key 3', 'key 1'])
    expect(namesOf(await list('?status=revoked'))).toEqual(['key 4'])
    expect(namesOf(await list('?status=expired'))).toEqual(['key 2'])
    expect((await list('?status=active&count=true&limit=1')).page).toMatchObject({ total: 3, hasMore: true })
  })

  it('pages without loss or repetition', async () => {
    const names: string[] = []
    let query = '?limit=2'
    for (let pages = 0; pages < 3; pages++) {
      const page = await list(query)
      names.push(...namesOf(page))
      query = `?limit=2&cursor=${page.page.nextCursor}`
    }
    expect(names).toEqual(['key 5', 'key 4', 'key 3', 'key 2', 'key 1'])
  })

  it('links the next page', async () => {
    const response = await hub.request(`${path}?limit=2`, {
      headers: { authorization: `Bearer ${await account.token()}` },
    })
    const link = response.headers.get('link') ?? ''
    expect(link).toMatch(new RegExp(`^<${hub.url}${path}\\?limit=2&cursor=[\\w-]+>; rel="next"$`))
  })
})
