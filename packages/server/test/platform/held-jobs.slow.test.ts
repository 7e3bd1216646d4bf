import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { isJobLost, JobLostError } from '../../src/platform/database/job-commits/held-job.ts'
import { defineJob, jobHandler, jobQueue, startJobRunner } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { prometheusMetrics } from '../../src/platform/metrics/metrics.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase } from '../harness/hub.ts'
import { startOneWorker } from '../harness/job-runner.ts'

/** A worker whose job was given to another one: anything it still commits would be done twice. */

const job = defineJob<object>('heldJob')

describe('a job that another worker has by now', () => {
  let opened: OpenDatabase
  let logged: string[]
  beforeAll(async () => {
    opened = await createTestDatabase()
    await opened.database.system.execute('create table marks (text text not null)')
  })
  atEnd(() => opened.close())

  /** Runs one job with a separate runner, until the runner has recorded its end or given it up. */
  async function runOnce(handle: () => Promise<void>): Promise<void> {
    const { database } = opened
    await database.system.execute('delete from graphile_worker._private_jobs')
    await database.system.execute('delete from marks')
    const ended = Promise.withResolvers<void>()
    logged = []
    const runner = await startJobRunner({
      database,
      handlers: [jobHandler({ job, handle: () => handle().finally(ended.resolve) })],
      workers: 1,
      pollMs: 1_000,
      log: { ...silentLog, warn: (event) => void logged.push(event) },
      metrics: prometheusMetrics(),
    })
    await database.transaction((trx) => jobQueue().enqueue(trx, job, {}, { maxAttempts: 5 }))
    await ended.promise
    await runner.stop()
  }
  const mark = (text: string): Promise<void> =>
    opened.database.transaction(async (trx) => void (await trx.execute('insert into marks values ($1)', [text])))
  const marks = async () =>
    (await opened.database.system.rows<{ text: string }>('select text from marks order by text')).map(
      ({ text }) => text,
    )
  const jobs = () =>
    opened.database.system.rows('select locked_by as "by", attempts from graphile_worker._private_jobs')
  const giveAway = () =>
    opened.database.system.execute(`update graphile_worker._private_jobs set locked_by = 'pool-other'`)

  it('commits nothing more: a transaction that was begun before, and none after', async () => {
    const outcomes: unknown[] = []
    await runOnce(async () => {
      await mark('held')
      const begun = opened.database.transaction(async (trx) => {
        await trx.execute(`insert into marks values ('begun')`)
        await giveAway()
      })
      outcomes.push(...(await Promise.allSettled([begun])))
      outcomes.push(...(await Promise.allSettled([mark('later')])))
    })
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: expect.any(JobLostError) },
      { status: 'rejected', reason: expect.any(JobLostError) },
    ])
    expect(await marks()).toEqual(['held'])
    expect(logged).toEqual(['jobs.lost'])
  })

  it('is not ended by the one that lost it, whether that one is done or failed', async () => {
    await runOnce(async () => void (await giveAway()))
    expect(await jobs()).toEqual([{ by: 'pool-other', attempts: 1 }])
    await runOnce(async () => {
      await giveAway()
      throw new Error('This job fails')
    })
    expect(await jobs()).toEqual([{ by: 'pool-other', attempts: 1 }])
  })

  it('is not ended either if it was freed and enqueued again meanwhile', async () => {
    await runOnce(async () => {
      await opened.database.system.execute(
        `update graphile_worker._private_jobs set locked_by = null, locked_at = null, payload = '{"is":"new"}', attempts = 0,
                run_at = now() + interval '1 hour'`,
      )
    })
    expect(await jobs()).toEqual([{ by: null, attempts: 0 }])
  })

  it('may enqueue itself again, and its abandoned work is not repeated', async () => {
    const key = 'again'
    const left = Promise.withResolvers<void>()
    let after: Promise<void> | undefined
    await runOnce(async () => {
      await opened.database.transaction(async (trx) => {
        await jobQueue().enqueue(trx, job, {}, { key, runAt: new Date('2099-01-01') })
        await trx.execute(`insert into marks values ('own')`)
      })
      after = left.promise.then(() => mark('left running'))
    })
    left.resolve()
    await after
    expect(await marks()).toEqual(['left running', 'own'])
    expect(await jobs()).toEqual([{ by: null, attempts: 0 }])
    expect(logged).toEqual([])
  })

  it('cannot be taken between the proof and the commit', async () => {
    const { database, connection } = opened
    await database.system.execute(`delete from graphile_worker._private_jobs`)
    await database.system.execute(`select graphile_worker.add_job('heldJob', '{}'::json)`)
    const held = await database.system.row<{ id: string }>(
      `update graphile_worker._private_jobs set locked_by = 'pool-me', locked_at = now() returning id::text`,
    )
    const holder = new pg.Client(connection)
    await holder.connect()
    atEnd(() => holder.end())
    await holder.query('begin')
    await holder.query(`select hold_job(${held?.id}, 'pool-me')`)
    const taken = database.transaction(async (trx) => {
      await trx.execute(`set local lock_timeout = '50ms'`)
      await trx.execute(`update graphile_worker._private_jobs set locked_by = null, locked_at = null`)
    })
    await expect(taken).rejects.toMatchObject({ code: 'overloaded' })
    await holder.query('commit')
    expect(await giveAway()).toBe(1)
    const refused = await holder.query(`select hold_job(${held?.id}, 'pool-me')`).catch((error: unknown) => error)
    expect(isJobLost(refused)).toBe(true)
  })
})

it('a job whose answer was lost on the way to the worker is freed, though that worker lives', async () => {
  const opened = await createTestDatabase()
  const { database } = opened
  const seen: unknown[] = []
  const owner = Promise.withResolvers<string>()
  const handle = async (payload: unknown): Promise<void> => {
    seen.push(payload)
    const row = await database.system.row<{ by: string }>(
      'select locked_by as "by" from graphile_worker._private_jobs where locked_by is not null',
    )
    owner.resolve(row?.by ?? '')
  }
  const runner = await startOneWorker(database, [jobHandler({ job, handle })])
  atEnd(async () => {
    await runner.stop()
    await opened.close()
  })
  await database.transaction((trx) => jobQueue().enqueue(trx, job, { is: 'first' }))
  const by = await owner.promise
  await database.system.execute(
    `select graphile_worker.add_job('heldJob', '{"is":"second"}'::json, run_at => now() + interval '1 day')`,
  )
  await database.system.execute(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), run_at = now() where payload ->> 'is' = 'second'`,
    [by],
  )
  await eventually(() => seen.length === 2, { what: 'the job to be freed and taken' })
  expect(seen).toEqual([{ is: 'first' }, { is: 'second' }])
})
