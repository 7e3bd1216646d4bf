import { beforeAll, describe, expect, it } from 'vitest'
import { type Log, silentLog } from '../../src/platform/logging/log.ts'
import { type OpenDatabase, openDatabase, openMigrated } from '../../src/platform/open-database.ts'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { isMissing } from '../harness/programs.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../harness/replicated-postgres.ts'

/** Analytics from a standby whose replay the test controls. */

const older = '2026-05-10T10:00:00.000Z'
const environment = { SPINDLE_SECRET: 's'.repeat(40), SPINDLE_PUBLIC_URL: 'https://hub.example' }
const newer = '2026-05-11T10:00:00.000Z'

describe.skipIf(isMissing('pg_lsclusters'))('a hub with an address for reading', () => {
  let postgres: ReplicatedPostgres
  let hub: TestHub
  let dataDir: string | undefined
  let account: TestAccount
  let key: string
  const startMs = Date.now()
  let nowMs = startMs
  const problems: unknown[] = []
  const log: Log = {
    ...silentLog,
    warn: (event, fields) => void (event === 'database.standby_unfit' && problems.push(fields)),
  }

  const open = (databaseReadUrl: string): Promise<OpenDatabase> => {
    const databaseUrl = postgres.primary.url
    return openMigrated(openDatabase, { dataDir: '/nowhere', databaseUrl, databaseReadUrl, maxConnections: 4, log })
  }
  const start = async (databaseReadUrl: string): Promise<TestHub> =>
    startTestHub({
      role: 'api',
      environment: { ...environment, ...(dataDir === undefined ? {} : { SPINDLE_DATA_DIR: dataDir }) },
      overrides: { openDatabase: await open(databaseReadUrl), clock: { now: () => nowMs }, log },
    })
  const readAsOf = async (of = hub): Promise<string | undefined> => {
    const { status, body } = await of.json('GET', '/api/v1/distributor/analytics', { key })
    expect(status).toBe(200)
    return body.meta.sources[0]?.asOf
  }
  const untilReplayed = () =>
    eventually(
      async () => {
        const [primary] = await postgres.primary.ask<{ at: string }>('select pg_current_wal_lsn() as at')
        const [replayed] = await postgres.standby.ask<{ is: boolean }>(
          `select pg_last_wal_replay_lsn() >= '${primary?.at}' as is`,
        )
        return replayed?.is
      },
      { what: 'the standby to have everything' },
    )
  const report = (asOf: string) =>
    postgres.primary.ask(
      `insert into play_sources values ('${account.accountId}', 'plays', 'site-a', false, '${asOf}', false)
       on conflict (account_id, source_kind, outlet_id, legacy) do update set as_of = excluded.as_of`,
    )
  /** Data that only the primary has is newer. */
  const holdBack = async (): Promise<void> => {
    await report(older)
    await untilReplayed()
    await postgres.standby.ask('select pg_wal_replay_pause()')
    await eventually(
      async () =>
        (await postgres.standby.ask<{ state: string }>('select pg_get_wal_replay_pause_state() as state'))[0]?.state ===
        'paused',
      { what: 'the standby to replay nothing' },
    )
    await report(newer)
  }

  beforeAll(async () => {
    postgres = await startReplicatedPostgres()
    atEnd(() => postgres.close())
    hub = await start(postgres.standby.url)
    dataDir = hub.dataDir
    account = await createTestAccount(hub)
    key = await account.key()
  })

  it('answers analytics as of what the standby has, and everything else as it is', async () => {
    await holdBack()
    expect(await readAsOf()).toBe(older)
    const bearer = await account.token()
    const created = await hub.json('POST', '/api/v1/distributor/keys', {
      bearer,
      body: { name: 'new', permissions: ['catalog:read'] },
    })
    const { body } = await hub.json('GET', '/api/v1/distributor/keys', { bearer })
    expect(body.data.map(({ id }: { id: string }) => id)).toContain(created.body.id)
    expect(problems).toEqual([])
  })

  it('answers from the primary while the standby is more than a minute behind', async () => {
    // More than what is committed while the test runs, even on a slow machine.
    nowMs = startMs + 86_400_000
    await eventually(async () => (await readAsOf()) === newer, { what: 'the primary to be asked' })
    expect(problems).toEqual([{ problem: 'it is more than a minute behind' }])
    nowMs = startMs
    await eventually(async () => (await readAsOf()) === older, { what: 'the standby to be asked again' })
  })

  it('answers from the primary when the standby goes away in between', async () => {
    await postgres.standby.stop()
    expect(await readAsOf()).toBe(newer)
    await eventually(async () => problems.length === 2 || (await readAsOf()) !== newer, { what: 'it to be noticed' })
    expect(problems[1]).toEqual({ problem: 'it does not respond' })
    await postgres.standby.start()
  })

  it('asks no other database, and no primary that calls itself a standby', async () => {
    problems.length = 0
    expect(await readAsOf(await start(postgres.primary.url))).toBe(newer)
    expect(await readAsOf(await start(postgres.standby.url.replace(/spindle$/, 'postgres')))).toBe(newer)
    expect(problems).toEqual([{ problem: 'it is not a standby' }, { problem: 'it is a different database' }])
  })
})
