import { beforeAll, describe, expect, it } from 'vitest'
import { readReplication, readReplicationLag, readTimeline } from '../../src/platform/database/standby/replication.ts'
import { type Log, silentLog } from '../../src/platform/logging/log.ts'
import { type OpenDatabase, openDatabase, openMigrated } from '../../src/platform/open-database.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub } from '../harness/hub.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { isMissing } from '../harness/programs.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../harness/replicated-postgres.ts'

/** A PostgreSQL that waits for a standby, or stopped to, and what the hub then acknowledges. */

describe.skipIf(isMissing('pg_lsclusters'))('a hub that requires a synchronous standby', () => {
  let postgres: ReplicatedPostgres
  beforeAll(async () => {
    postgres = await startReplicatedPostgres()
    atEnd(() => postgres.close())
    const { database } = await open()
    await database.system.execute('create table marks (name text not null)')
  })

  const openFor = (log: Log, requiresSyncStandby: boolean): Promise<OpenDatabase> => {
    const databaseUrl = postgres.primary.url
    return openMigrated(openDatabase, { dataDir: '/nowhere', databaseUrl, requiresSyncStandby, maxConnections: 4, log })
  }
  const open = async (log: Log = silentLog, requiresSyncStandby = false): Promise<OpenDatabase> => {
    const opened = await openFor(log, requiresSyncStandby)
    atEnd(() => opened.close())
    return opened
  }
  const openStrict = () => open(silentLog, true)
  const countMarks = async (name: string): Promise<number> =>
    (await postgres.primary.ask(`select from marks where name = '${name}'`)).length
  const insert = (name: string) => `insert into marks (name) values ('${name}')`
  const refusal = { code: 'database_unavailable', cause: { message: 'The database has no synchronous standby' } }
  const waitsForStandby = async (): Promise<number | undefined> =>
    (
      await postgres.primary.ask<{ pid: number }>(
        `select pid from pg_stat_activity where wait_event = 'SyncRep' and usename = 'spindle'`,
      )
    )[0]?.pid

  it('does not start without one, and names the setting', async () => {
    await postgres.awaitStandby(false)
    const environment = { SPINDLE_SECRET: 's'.repeat(40), DATABASE_URL: postgres.primary.url }
    const { code, err } = await runOperatorCommand(['migrate'], { ...environment, SPINDLE_REQUIRE_SYNC_STANDBY: 'on' })
    expect({ code, err }).toEqual({
      code: 1,
      err: [
        'SPINDLE_REQUIRE_SYNC_STANDBY is on and synchronous_standby_names is empty. Fix: start a synchronous standby (Patroni: synchronous_mode: true), or set SPINDLE_REQUIRE_SYNC_STANDBY=off.',
      ],
    })
    await postgres.awaitStandby(true)
    await openStrict()
  })

  it('does not start if commits do not wait for it, and warns if it is not required', async () => {
    await postgres.awaitStandby(true)
    await postgres.primary.ask('alter role spindle set synchronous_commit = local')
    const warned: unknown[] = []
    const log: Log = { ...silentLog, warn: (event, fields) => void warned.push([event, fields]) }
    try {
      await expect(openStrict()).rejects.toMatchObject({
        message: 'SPINDLE_REQUIRE_SYNC_STANDBY is on and PostgreSQL runs with synchronous_commit=local',
        fix: 'set synchronous_commit = on',
      })
      await open(log)
    } finally {
      await postgres.primary.ask('alter role spindle reset synchronous_commit')
    }
    await postgres.awaitStandby(false)
    await open(log)
    await postgres.awaitStandby(true)
    await open(log)
    expect(warned).toEqual([
      ['database.commits_not_replicated', { synchronousCommit: 'local', followers: 1 }],
      ['database.commits_not_replicated', { synchronousCommit: 'on', followers: 1 }],
    ])
  })

  it('waits a while for another one', async () => {
    await postgres.awaitStandby(true)
    const { database } = await openStrict()
    await postgres.awaitStandby(false)
    const single = database.system.execute(insert('late'))
    const inTransaction = database.transaction((trx) => trx.execute(insert('late')))
    await postgres.awaitStandby(true)
    expect([await single, await inTransaction, await countMarks('late')]).toEqual([1, 1, 2])
  })

  it('changes nothing without one and keeps reading', async () => {
    await postgres.awaitStandby(true)
    const openDatabase = await openFor(silentLog, true)
    const { database } = openDatabase
    const hub = await startTestHub({ role: 'api', overrides: { openDatabase } })
    await postgres.awaitStandby(false)
    await expect(database.transaction((trx) => trx.execute(insert('alone')))).rejects.toMatchObject(refusal)
    await expect(database.system.execute(insert('alone'))).rejects.toMatchObject(refusal)
    expect(await countMarks('alone')).toBe(0)
    expect(await database.transaction((trx) => trx.row('select 1 as one'))).toEqual({ one: 1 })
    expect(await database.system.readRow('select 1 as one')).toEqual({ one: 1 })
    const ready = await hub.request('/readyz')
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { status: 'degraded', checks: { database: 'unavailable' } },
    ])
    await postgres.awaitStandby(true)
    expect(await database.system.execute(insert('together'))).toBe(1)
    expect(await (await hub.request('/readyz')).json()).toMatchObject({ status: 'ready' })
  })

  it('does not acknowledge a commit that was waiting when the last standby went', async () => {
    await postgres.awaitStandby(true)
    const { database } = await openStrict()
    await postgres.standby.stop()
    const change = database.transaction((trx) => trx.execute(insert('released')))
    change.catch(() => {})
    await eventually(waitsForStandby, { what: 'the commit to wait' })
    await postgres.awaitStandby(false)
    await expect(change).rejects.toMatchObject(refusal)
    expect(await countMarks('released')).toBe(1)
    await postgres.standby.start()
  })

  it('does not acknowledge a commit whose wait was cancelled', async () => {
    await postgres.awaitStandby(true)
    const { database } = await openStrict()
    await postgres.standby.stop()
    const change = database.transaction((trx) => trx.execute(insert('cancelled')))
    change.catch(() => {})
    const pid = await eventually(waitsForStandby, { what: 'the commit to wait' })
    await postgres.primary.ask(`select pg_cancel_backend(${pid})`)
    await expect(change).rejects.toMatchObject(refusal)
    expect(await countMarks('cancelled')).toBe(1)
    await postgres.standby.start()
  })

  it('measures what an ordinary user sees, and more as pg_monitor', async () => {
    await postgres.awaitStandby(true)
    const { database } = await open()
    const { row } = database.system
    const hasStandby = async () => (await readReplication(row)).hasSyncStandby
    expect(await hasStandby()).toBe(true)
    await postgres.primary.ask(`alter system set synchronous_standby_names = 'nobody'`)
    await postgres.primary.ask('select pg_reload_conf()')
    await postgres.primary.ask('grant pg_monitor to spindle')
    await eventually(async () => !(await hasStandby()), { what: 'PostgreSQL to take that up' })
    await postgres.primary.ask('revoke pg_monitor from spindle')
    // It waits for a standby, so nothing is acknowledged that only one server has.
    expect(await hasStandby()).toBe(true)
    await postgres.awaitStandby(true)
    await postgres.standby.stop()
    expect(await hasStandby()).toBe(false)
    await postgres.primary.ask(
      `set synchronous_commit = local; insert into marks select repeat('x', 1000) from generate_series(1, 2000)`,
    )
    expect(await readReplicationLag(row)).toBeGreaterThan(2_000_000)
    await postgres.standby.start()
    await eventually(async () => (await readReplicationLag(row)) === 0, { what: 'the standby to catch up' })
  })

  it('reports a higher timeline of the database after a standby was promoted', async () => {
    const timelineOf = async (url: string): Promise<number | undefined> => {
      const options = { dataDir: '/nowhere', databaseUrl: url, maxConnections: 2, log: silentLog }
      const opened = await openDatabase(options)
      atEnd(() => opened.close())
      return readTimeline(opened.database.system.row)
    }
    expect(await timelineOf(postgres.primary.url)).toBe(1)
    await postgres.switchOver()
    expect(await timelineOf(postgres.standby.url)).toBe(2)
  })
})
