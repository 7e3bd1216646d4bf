import { expect, it } from 'vitest'
import { defineJob, jobHandler, startJobRunner } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { prometheusMetrics } from '../../src/platform/metrics/metrics.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase } from '../harness/hub.ts'

const job = defineJob<object>('endMe')

/**
 * The library does not await the end of a job: a failure there would be an unhandled rejection, which stops the
 * hub.
 */
it.each([
  { outcome: 'done', attempts: 0 },
  { outcome: 'failed', attempts: 1 },
])('notes that a job is $outcome, also when its connection is lost meanwhile', async ({ outcome, attempts }) => {
  const opened = await createTestDatabase()
  const { system, transaction, jobs } = opened.database
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const handle = async (): Promise<void> => {
    begun.resolve()
    await mayEnd.promise
    if (outcome === 'failed') throw new Error('This job fails')
  }
  const options = {
    database: opened.database,
    workers: 1,
    pollMs: 1_000,
    log: silentLog,
    metrics: prometheusMetrics(),
  }
  const runner = await startJobRunner({ ...options, handlers: [jobHandler({ job, handle })] })
  atEnd(async () => {
    await runner.stop()
    await opened.close()
  })
  await jobs.system.execute(`select graphile_worker.add_job($1, '{}'::json)`, [job.name])
  await begun.promise
  await jobs.system.execute(`create function wait_to_end() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(1); return coalesce(new, old); end $$`)
  await jobs.system.execute(`create trigger wait_to_end before delete or update of last_error
    on graphile_worker._private_jobs for each row execute function wait_to_end()`)
  const endWhatWaits = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event = 'advisory'`
  await transaction(async (trx) => {
    await trx.execute('select pg_advisory_xact_lock(1)')
    mayEnd.resolve()
    await eventually(async () => (await system.rows(endWhatWaits)).length > 0, { what: 'the end of the job to wait' })
  })
  const left = async () =>
    await system.rows<{ attempts: number; locked: boolean }>(
      `select attempts, locked_by is not null as locked from graphile_worker._private_jobs`,
    )
  const expected = outcome === 'done' ? [] : [{ attempts, locked: false }]
  await eventually(async () => JSON.stringify(await left()) === JSON.stringify(expected), {
    what: 'the job to have ended',
  })
  expect(await left()).toEqual(expected)
})
