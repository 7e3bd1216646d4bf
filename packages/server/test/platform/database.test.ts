import { beforeAll, describe, expect, it } from 'vitest'
import { defineJob, jobHandler, startJobRunner } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { prometheusMetrics } from '../../src/platform/metrics/metrics.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { atEnd } from '../harness/cleanup.ts'
import { createTestDatabase } from '../harness/hub.ts'

const accountA = 'acc_00000000000000000000000AAA'
const accountB = 'acc_00000000000000000000000BBB'

describe('the database', () => {
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await createTestDatabase()
    for (const id of [accountA, accountB])
      await opened.database.system.execute('insert into accounts (id, name) values ($1, $2)', [id, 'An account'])
  })
  atEnd(() => opened.close())

  it('refuses a tenant statement that does not use the account', async () => {
    expect(() => opened.database.tenant(accountA).rows('select * from api_keys')).toThrow(
      'A tenant statement must use $1, the account id',
    )
  })

  it('rolls back what a rejected transaction did and runs no after-commit hook', async () => {
    let ran = false
    const failing = opened.database.tenantTransaction(accountA, async (trx) => {
      trx.afterCommit(() => {
        ran = true
      })
      await trx.execute(
        `insert into service_clients (account_id, id, name, secret_sha256) values ($1, 'cli_00000000000000000000000AAA', 'x', sha256('x'))`,
      )
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(ran).toBe(false)
    expect(await opened.database.tenant(accountA).rows('select id from service_clients where account_id = $1')).toEqual(
      [],
    )
  })

  it('hides other accounts inside a tenant transaction even from a statement that forgets the account', async () => {
    await opened.database.tenantTransaction(accountB, (trx) =>
      trx.execute(
        `insert into service_clients (account_id, id, name, secret_sha256) values ($1, 'cli_00000000000000000000000BBB', 'b', sha256('b'))`,
      ),
    )
    const seen = await opened.database.tenantTransaction(accountA, (trx) =>
      trx.transaction.rows('select id from service_clients'),
    )
    expect(seen).toEqual([])
  })

  it('cannot store a row for another account inside a tenant transaction', async () => {
    const foreign = opened.database.tenantTransaction(accountA, (trx) =>
      trx.transaction.execute(
        `insert into service_clients (account_id, id, name, secret_sha256) values ($1, 'cli_00000000000000000000000CCC', 'c', sha256('c'))`,
        [accountB],
      ),
    )
    await expect(foreign).rejects.toThrow('row-level security')
  })

  it('leaves room for other accounts while one has more transactions open than there are connections', async () => {
    const barrier = Promise.withResolvers<void>()
    const greedy = Array.from({ length: 20 }, () => opened.database.tenantTransaction(accountA, () => barrier.promise))
    const row = await opened.database.tenantTransaction(accountB, (trx) => trx.row('select $1 as account'))
    barrier.resolve()
    expect(row).toEqual({ account: accountB })
    await Promise.all(greedy)
  })

  it('answers another account while one has more statements running than there are connections', async () => {
    const isHeld = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const holder = opened.database.transaction(async (trx) => {
      await trx.execute('select pg_advisory_xact_lock(2)')
      isHeld.resolve()
      await mayEnd.promise
    })
    await isHeld.promise
    const waiting = `select pg_advisory_xact_lock_shared(2) where $1 <> ''`
    const greedy = Array.from({ length: 20 }, () => opened.database.tenant(accountA).execute(waiting))
    const answers = await Promise.all([
      opened.database.tenant(accountB).row('select $1 as account'),
      opened.database.tenantTransaction(accountB, (trx) => trx.row('select $1 as account')),
      opened.database.system.row('select 1 as one'),
    ])
    mayEnd.resolve()
    expect(answers).toEqual([{ account: accountB }, { account: accountB }, { one: 1 }])
    await Promise.all([holder, ...greedy])
  })

  it('gives a single statement 5 s and one in a transaction 30 s', async () => {
    const question = `select current_setting('statement_timeout') as timeout where $1 <> ''`
    expect(await opened.database.tenant(accountA).row(question)).toEqual({ timeout: '5s' })
    expect(await opened.database.tenantTransaction(accountA, (trx) => trx.row(question))).toEqual({ timeout: '30s' })
    expect(await opened.database.transaction((trx) => trx.row(question, ['x']))).toEqual({ timeout: '30s' })
    expect(await opened.database.tenant(accountA).row(question)).toEqual({ timeout: '5s' })
  })

  it('runs jobs and renews their leases while every connection for requests is taken', async () => {
    const mayEnd = Promise.withResolvers<void>()
    const greedy = Array.from({ length: 10 }, () => opened.database.transaction(() => mayEnd.promise))
    const job = defineJob<object>('while_crowded')
    const done = Promise.withResolvers<void>()
    const handlers = [jobHandler({ job, handle: async () => done.resolve() })]
    const runner = await startJobRunner({
      database: opened.database,
      handlers,
      workers: 1,
      pollMs: 1_000,
      log: silentLog,
      metrics: prometheusMetrics(),
    })
    await opened.database.jobs.system.execute(`select graphile_worker.add_job($1, '{}'::json)`, [job.name])
    await done.promise
    mayEnd.resolve()
    await Promise.all(greedy)
    await runner.stop()
  })

  it('turns away an account that has hundreds of transactions waiting', async () => {
    const barrier = Promise.withResolvers<void>()
    const greedy = Array.from({ length: 206 }, () => opened.database.tenantTransaction(accountA, () => barrier.promise))
    const outcomes = Promise.allSettled(greedy)
    await expect(greedy.at(-1)).rejects.toMatchObject({ code: 'overloaded' })
    barrier.resolve()
    expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })

  it.each(['lock_timeout', 'statement_timeout'])(
    'says "busy" when a statement waits past its %s, and keeps the connection',
    async (limit) => {
      const lock = `select pg_advisory_xact_lock(1) where $1 <> ''`
      const barrier = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      const holder = opened.database.tenantTransaction(accountA, async (trx) => {
        await trx.execute(lock)
        held.resolve()
        await barrier.promise
      })
      await held.promise
      const late = opened.database.tenantTransaction(accountB, async (trx) => {
        await trx.transaction.execute(`set local ${limit} = '20ms'`)
        await trx.execute(lock)
      })
      const failure = await late.catch((error: unknown) => error)
      barrier.resolve()
      await holder
      expect(failure).toMatchObject({ code: 'overloaded', options: { retryAfterSeconds: 1 } })
      expect(await opened.database.tenant(accountB).row('select $1 as account')).toEqual({ account: accountB })
    },
  )

  it('does a transaction again that was ended because two waited for each other', async () => {
    const bothHold = Promise.withResolvers<void>()
    let holding = 0
    const lock = (number: number) => `select pg_advisory_xact_lock(${number}) where $1 <> ''`
    const hooks: string[] = []
    const work = (first: number, second: number) =>
      opened.database.tenantTransaction(accountA, async (trx) => {
        trx.afterCommit(() => hooks.push(`${first} ${second}`))
        await trx.execute(lock(first))
        if (++holding === 2) bothHold.resolve()
        await bothHold.promise
        await trx.execute(lock(second))
        return first
      })
    expect(await Promise.all([work(11, 12), work(12, 11)])).toEqual([11, 12])
    expect(holding).toBe(3)
    expect(hooks.toSorted()).toEqual(['11 12', '12 11'])
  })

  it('forces row-level security on every table that has an account', async () => {
    const open = await opened.database.system.rows(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition
         and not (c.relrowsecurity and c.relforcerowsecurity)`,
    )
    expect(open).toEqual([])
  })

  it('carries the account in every primary and foreign key between tenant tables', async () => {
    const loose = await opened.database.system.rows<{ conname: string }>(
      `select con.conname from pg_constraint con
       join pg_attribute a on a.attrelid = con.conrelid and a.attname = 'account_id'
       where con.contype in ('p', 'f') and con.connamespace = 'public'::regnamespace
         and (con.contype = 'p' or exists (select from pg_attribute t where t.attrelid = con.confrelid and t.attname = 'account_id'))
         and not a.attnum = any (con.conkey)
       order by con.conname`,
    )
    expect(loose.map(({ conname }) => conname)).toEqual([
      // A report of the operator belongs to no account: its rows about an account name it in report_owner.
      'report_cells_report_id_fkey',
      'report_cells_report_owner_report_id_fkey',
      'reports_pkey',
      'reports_replaced_by_fkey',
      'set_aside_report_lines_pkey',
      'set_aside_report_lines_report_owner_report_id_fkey',
      'unmatched_report_cells_report_id_fkey',
      'unmatched_report_cells_report_owner_report_id_fkey',
      // A code of the pool belongs to no account until it is taken.
      'upc_pool_pkey',
    ])
  })
})
