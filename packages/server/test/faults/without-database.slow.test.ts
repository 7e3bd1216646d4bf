import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { createFragileDatabase } from '../harness/database-proxy.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase, startTestHub } from '../harness/hub.ts'
import { createReleaseFixture, releasesPath } from '../harness/releases.ts'

const token = 'a-token-of-at-least-32-characters-of-it'

/** Like a standby, and like a hosted database that has run out of space: every transaction is read-only. */
describe('while the database takes no changes', async () => {
  const hub = await startTestHub({
    role: 'api',
    environment: { SPINDLE_SANDBOX_OUTLET: 'on' },
    overrides: { openDatabase: await createTestDatabase() },
  })
  const fixture = await createReleaseFixture(hub)
  const { key } = fixture
  const operator = new pg.Client(hub.opened.connection)
  beforeAll(() => operator.connect())
  afterAll(() => operator.end())
  const makeReadOnly = async (isReadOnly: boolean): Promise<void> => {
    const name = pg.escapeIdentifier(hub.opened.connection.database ?? '')
    await operator.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
    await operator.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  }
  const untilReady = (status: string, database: string) =>
    eventually(
      async () => {
        const { body } = await hub.json('GET', '/readyz')
        return body.status === status && body.checks.database === database
      },
      { what: `the database to be ${database}` },
    )

  it('reports it, and answers every change with 503', async () => {
    const body = await fixture.body()
    const create = () => hub.json('POST', releasesPath, { key, body })
    await untilReady('ready', 'ok')
    await makeReadOnly(true)
    await untilReady('degraded', 'unavailable')
    const refused = await create()
    expect([refused.status, refused.body.error]).toEqual([503, 'database_unavailable'])
    // Closed connections are found one by one.
    await eventually(async () => (await hub.json('GET', releasesPath, { key })).status === 200, {
      what: 'a list',
    })
    await makeReadOnly(false)
    await untilReady('ready', 'ok')
    await eventually(async () => (await create()).status === 201, { what: 'a release' })
  })
})

describe('while the database is away', async () => {
  const database = await createFragileDatabase()
  const hub = await startTestHub({
    overrides: { openDatabase: database },
    environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` },
  })
  const key = await (await createTestAccount(hub)).key()
  const status = async (path: string, init?: RequestInit): Promise<number> =>
    (await fetch(`${hub.url}${path}`, init)).status

  it('answers verification, discovery and liveness, and reports what is missing', async () => {
    expect(await (await fetch(`${hub.url}/readyz`)).json()).toMatchObject({
      status: 'ready',
      checks: { database: 'ok', uploads: 'ok', clock: 'ok' },
    })
    database.cut()
    const ready = await fetch(`${hub.url}/readyz`)
    expect(ready.status).toBe(200)
    expect(await ready.json()).toMatchObject({
      status: 'degraded',
      checks: { database: 'unavailable', uploads: 'ok', clock: 'ok' },
    })
    expect(await status('/healthz')).toBe(200)
    expect(await status('/api/integration/verify', { headers: { authorization: `Bearer ${token}` } })).toBe(200)
    expect(await status('/api/agent/auth', { method: 'POST' })).toBe(501)
    expect(await status('/.well-known/oauth-protected-resource')).toBe(200)
    const refused = await hub.json('GET', '/api/v1/music-distributor/releases', { key })
    expect(refused.status).toBe(503)
    expect(refused.body.error).toBe('database_unavailable')
    database.restore()
  })
})
