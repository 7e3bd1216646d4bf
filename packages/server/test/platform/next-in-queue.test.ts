import pg from 'pg'
import { expect, it } from 'vitest'
import { defineJob, jobHandler, jobQueue, startJobRunner } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { prometheusMetrics } from '../../src/platform/metrics/metrics.ts'
import { atEnd } from '../harness/cleanup.ts'
import { createTestDatabase } from '../harness/hub.ts'

const job = defineJob<{ readonly turn: number }>('countMe')

it('runs the next job of a queue without waiting for a poll, although the end of the last one is recorded late', async () => {
  const opened = await createTestDatabase()
  atEnd(() => opened.close())
  const { database } = opened
  const jobs = jobQueue()
  const turns: number[] = []
  const all = Promise.withResolvers<void>()
  const client = new pg.Client(opened.connection)
  await client.connect()
  atEnd(() => client.end())
  // While this lock is held, the end of a job of the queue cannot be recorded.
  const holdQueue = async (): Promise<void> => {
    await client.query('begin; select 1 from graphile_worker._private_job_queues for update')
    void client.query('select pg_sleep(0.2)').then(() => client.query('commit'))
  }
  const handle = async ({ turn }: { readonly turn: number }): Promise<void> => {
    turns.push(turn)
    if (turn === 3) return all.resolve()
    await database.transaction((trx) => jobs.enqueue(trx, job, { turn: turn + 1 }, { queue: 'turns', key: 'turn' }))
    await holdQueue()
  }
  // Before the runner starts: it may look for jobs before it listens for new ones.
  await database.transaction((trx) => jobs.enqueue(trx, job, { turn: 1 }, { queue: 'turns', key: 'turn' }))
  const hour = 3_600_000
  const runner = await startJobRunner({
    database,
    handlers: [jobHandler({ job, handle })],
    workers: 1,
    pollMs: hour,
    log: silentLog,
    metrics: prometheusMetrics(),
  })
  atEnd(() => runner.stop())
  await all.promise
  expect(turns).toEqual([1, 2, 3])
})
