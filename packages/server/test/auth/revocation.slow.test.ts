import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import { createFragileDatabase } from '../harness/database-proxy.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase, startTestHub, type TestHub } from '../harness/hub.ts'

const keysPath = '/api/v1/distributor/keys'

/** Calls the function that every request with a key uses. */
const isAccepted = async (hub: TestHub, key: string): Promise<boolean> =>
  (await hub.hub.http.credentials.findApiKey(key)) !== undefined

const untilRefused = (hub: TestHub, key: string): Promise<unknown> =>
  eventually(async () => !(await isAccepted(hub, key)), { what: 'the key to be refused', intervalMs: 1 })

/** The clock does not move, so nothing in the cache expires. */
const standingClock = () => {
  const nowMs = Date.now()
  return { now: () => nowMs }
}

async function createKey(hub: TestHub, account: TestAccount): Promise<{ id: string; key: string }> {
  const body = { name: 'to revoke', permissions: ['catalog:read'] }
  return (await hub.json('POST', keysPath, { bearer: await account.token(), body })).body
}

async function revoke(hub: TestHub, account: TestAccount, id: string): Promise<void> {
  const { status } = await hub.json('DELETE', `${keysPath}/${id}`, { bearer: await account.token() })
  expect(status).toBe(204)
}

describe('a revoked key', () => {
  let first: TestHub
  let second: TestHub
  let account: TestAccount
  beforeAll(async () => {
    const database = await createTestDatabase()
    const url = 'https://hub.example'
    const secret = 'one-secret-for-both-nodes-of-the-test'
    const environment = { SPINDLE_PUBLIC_URL: url, SPINDLE_SECRET: secret }
    first = await startTestHub({ role: 'api', environment, overrides: { openDatabase: database } })
    const shared = { ...database, close: async () => {} }
    const overrides = { openDatabase: shared, clock: standingClock() }
    second = await startTestHub({ role: 'api', environment, overrides })
    account = await createTestAccount(first)
  })

  it('is refused by the next request on the same node', async () => {
    for (let round = 0; round < 20; round++) {
      const { id, key } = await createKey(first, account)
      expect(await isAccepted(first, key)).toBe(true)
      await revoke(first, account, id)
      expect(await isAccepted(first, key)).toBe(false)
    }
  })

  it('is refused by the next request although requests with it are under way', async () => {
    const { id, key } = await createKey(first, account)
    const underWay = Array.from({ length: 20 }, () => isAccepted(first, key))
    await revoke(first, account, id)
    expect(await isAccepted(first, key)).toBe(false)
    await Promise.all(underWay)
    expect(await isAccepted(first, key)).toBe(false)
  })

  it('is refused by another node as soon as the notification arrives', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, key } = await createKey(first, account)
      expect(await isAccepted(second, key)).toBe(true)
      await revoke(first, account, id)
      await untilRefused(second, key)
    }
  })
})

describe('a key that is not valid', () => {
  it('has one answer, whatever is wrong with it', async () => {
    let nowMs = Date.now()
    const hub = await startTestHub({ role: 'api', overrides: { clock: { now: () => nowMs } } })
    const account = await createTestAccount(hub)
    const revoked = await createKey(hub, account)
    await revoke(hub, account, revoked.id)
    const body = { name: 'short', permissions: ['music:read'], expiresAt: new Date(nowMs + 1).toISOString() }
    const expired = (await hub.json('POST', keysPath, { bearer: await account.token(), body })).body
    nowMs += 1
    const unknown = `spn_${'0'.repeat(32)}1Z7lg6`
    const answers = await Promise.all(
      [revoked.key, expired.key, unknown, 'spn_nothing', 'x', `${revoked.key}x`].map((key) =>
        hub.json('GET', '/api/v1/music-distributor/releases', { key }),
      ),
    )
    for (const { status, headers, body } of answers) {
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toBe('ApiKey realm="distributor"')
      expect({ ...body, requestId: '' }).toEqual({ ...answers[0]?.body, requestId: '' })
    }
  })

  it('costs no look-up when its checksum is wrong', async () => {
    const database = await createFragileDatabase()
    const hub = await startTestHub({ role: 'api', overrides: { openDatabase: database } })
    database.cut()
    expect(await isAccepted(hub, `spn_${'0'.repeat(38)}`)).toBe(false)
  })
})

describe('a key revoked while notifications are lost', () => {
  it('is refused within 5 s when the connection only looks alive', async () => {
    const database = await createFragileDatabase()
    let nowMs = Date.now()
    const overrides = { openDatabase: database, clock: { now: () => nowMs } }
    const hub = await startTestHub({ role: 'api', overrides })
    const account = await createTestAccount(hub)
    const { id, key } = await createKey(hub, account)
    expect(await isAccepted(hub, key)).toBe(true)
    database.muteNotifications()
    // As on another node, so that this one only receives a notification.
    await database.direct.database.system.execute(
      `with revoked as (update api_keys set revoked_at = now() where id = $1 returning digest)
       select pg_notify('api_keys', encode(digest, 'hex')) from revoked`,
      [id],
    )
    nowMs += 4_999
    expect(await isAccepted(hub, key)).toBe(true)
    nowMs += 2
    expect(await isAccepted(hub, key)).toBe(false)
  })

  it('is refused as soon as the break is seen', async () => {
    const database = await createFragileDatabase()
    const overrides = { openDatabase: database, clock: standingClock() }
    const hub = await startTestHub({ role: 'api', overrides })
    const account = await createTestAccount(hub)
    const { id, key } = await createKey(hub, account)
    expect(await isAccepted(hub, key)).toBe(true)
    await database.direct.database.system.execute(`update api_keys set revoked_at = now() where id = $1`, [id])
    await database.direct.database.system.execute(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'spindle-notifications' and datname = current_database()`,
    )
    await untilRefused(hub, key)
  })
})

describe('keys without a database', () => {
  it('keep working for at most 5 s, then answer 503, and recover', async () => {
    const database = await createFragileDatabase()
    const startedAt = Date.now()
    let nowMs = startedAt
    const hub = await startTestHub({
      role: 'api',
      overrides: { openDatabase: database, clock: { now: () => nowMs } },
    })
    const account = await createTestAccount(hub)
    const { key } = await createKey(hub, account)
    const other = await account.key()
    expect(await isAccepted(hub, key)).toBe(true)
    // The lost connection itself interrupts the notifications, which empties the cache.
    database.muteNotifications()
    await isAccepted(hub, key)
    nowMs = startedAt + 4_999
    expect(await isAccepted(hub, key)).toBe(true)
    nowMs = startedAt + 5_001
    database.cut()
    for (const presented of [key, other]) {
      await expect(isAccepted(hub, presented)).rejects.toMatchObject({ code: 'database_unavailable' })
    }
    database.restore()
    await eventually(() => isAccepted(hub, key).catch(() => false), { what: 'the key to be accepted again' })
  })
})
