import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { createFragileDatabase } from '../../harness/database-proxy.ts'
import { eventually } from '../../harness/eventually.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'

/** A whole catalog in one answer, made as fast as it is read. */

const path = '/api/v1/distributor/catalog'
const releases = 4_000

describe('listCatalog as one text', () => {
  let hub: TestHub
  let key: string
  let database: Awaited<ReturnType<typeof createFragileDatabase>>
  const ask = (query: string) => fetch(`${hub.url}${path}?${query}`, { headers: { 'x-api-key': key } })

  beforeAll(async () => {
    database = await createFragileDatabase()
    hub = await startTestHub({ role: 'api', overrides: { openDatabase: database } })
    const account = await createTestAccount(hub)
    key = await account.key(['catalog:read'])
    // Long titles, so that no buffer in between holds all of it.
    await database.database.tenant(account.accountId).execute(
      `insert into releases (account_id, id, type, title, document, track_count)
       select $1, 'rel_' || lpad(g::text, 26, '0'), 'single', '=' || repeat('夜', 480) || g, '{}', 1
       from generate_series(1, ${releases}) g`,
    )
  })

  it('answers every release once, newest first, in NDJSON and in CSV', async () => {
    const lines = (await (await ask('format=ndjson')).text()).trimEnd().split('\n')
    const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id)
    expect(ids).toHaveLength(releases)
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
    const csv = await ask('format=csv')
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="catalog.csv"')
    expect(csv.headers.get('link')).toBeNull()
    const rows = (await csv.text()).trimEnd().split('\r\n')
    expect(rows).toHaveLength(releases + 1)
    expect(rows[0]?.startsWith('id,deleted,status,')).toBe(true)
    expect(rows[1]).toContain(`,"'=${'夜'.repeat(480)}4000",`)
  })

  it('answers with a page if one is requested', async () => {
    const page = await ask('format=ndjson&limit=3')
    expect((await page.text()).trimEnd().split('\n')).toHaveLength(3)
    expect(page.headers.get('link')).toContain('rel="next"')
    expect((await ask('format=csv&cursor=nonsense')).status).toBe(400)
  })

  it('holds no database connection while the client does not read', async () => {
    const { body } = await ask('format=ndjson')
    const reader = body?.getReader()
    await reader?.read()
    const { connections } = database.database
    await eventually(() => connections.idleCount === connections.totalCount || undefined, {
      what: 'every connection to be idle',
    })
    let bytes = 0
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
      bytes += chunk.value.length
    expect(bytes).toBeGreaterThan(releases * 1_440)
  })

  it('ends the connection in the middle when the database goes away, and never looks complete', async () => {
    const { status, body } = await ask('format=csv')
    expect(status).toBe(200)
    const reader = body?.getReader()
    await reader?.read()
    database.cut()
    const readOn = async (): Promise<void> => {
      for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read());
    }
    await expect(readOn()).rejects.toThrow('terminated')
    database.restore()
  })
})
