import { expect, it } from 'vitest'
import { type JobLane, jobConnections, jobLanes } from '../../src/platform/job-lanes.ts'
import { defineJob, jobHandler, jobQueue, startJobRunners } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { prometheusMetrics } from '../../src/platform/metrics/metrics.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase } from '../harness/hub.ts'

const jobs = jobQueue()
const jobOf = (lane: string) => defineJob<object>(`in_${lane}`)
const lanes = Object.keys(jobLanes) as JobLane[]
const hour = 3_600_000

/** A job in each lane; no worker polls. */
async function startLanes() {
  const opened = await createTestDatabase()
  const ran: string[] = []
  const runners = await startJobRunners(
    { database: opened.database, log: silentLog, metrics: prometheusMetrics(), pollMs: hour },
    lanes.map((lane) => jobHandler({ job: jobOf(lane), lane, handle: async () => void ran.push(lane) })),
  )
  atEnd(async () => {
    await Promise.all(runners.map((runner) => runner.stop()))
    await opened.close()
  })
  await eventually(async () => (await listenersOf(opened)).length === 1, { what: 'the lanes to listen' })
  return { opened, runners, ran }
}

const connectionsOf = ({ database }: OpenDatabase) =>
  database.system.rows<{ pid: number; query: string }>(
    `select pid, query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )

const listenersOf = async (opened: OpenDatabase) =>
  (await connectionsOf(opened)).filter(({ query }) => query.startsWith('LISTEN'))

const enqueueIn = ({ database }: OpenDatabase, chosen: readonly string[]) =>
  database.transaction(async (trx) => {
    for (const lane of chosen) await jobs.enqueue(trx, jobOf(lane), {})
  })

it('all lanes listen on one connection, and a job wakes the workers of its lane', async () => {
  const { opened, ran } = await startLanes()
  await enqueueIn(opened, lanes)
  await eventually(() => ran.length === lanes.length, { what: 'a job of each lane' })
  expect(ran.toSorted()).toEqual(lanes.toSorted())
  expect(await listenersOf(opened)).toHaveLength(1)
  expect(opened.database.jobs.pool.totalCount + 1).toBeLessThanOrEqual(jobConnections)
})

it('all lanes listen again when the connection is lost', async () => {
  const { opened, ran } = await startLanes()
  const [lost] = await listenersOf(opened)
  await opened.database.system.execute(`select pg_terminate_backend(${lost?.pid})`)
  await eventually(async () => (await listenersOf(opened)).some(({ pid }) => pid !== lost?.pid), {
    what: 'a new connection',
  })
  // A lane whose pause is longer hears of a later job.
  await eventually(
    async () => {
      await enqueueIn(
        opened,
        lanes.filter((lane) => !ran.includes(lane)),
      )
      return new Set(ran).size === lanes.length
    },
    { what: 'a job of each lane' },
  )
  expect(await listenersOf(opened)).toHaveLength(1)
})

it('the other lanes still hear of jobs when one has stopped', async () => {
  const { opened, runners, ran } = await startLanes()
  await runners[0]?.stop()
  await enqueueIn(opened, lanes)
  await eventually(() => ran.length === lanes.length - 1, { what: 'a job of each other lane' })
  expect(ran.toSorted()).toEqual(lanes.slice(1).toSorted())
  await Promise.all(runners.map((runner) => runner.stop()))
  await eventually(async () => (await listenersOf(opened)).length === 0, { what: 'the connection to end' })
})

it('the connection ends when the lanes stop before it is open', async () => {
  for (let round = 0; round < 5; round++) {
    const opened = await createTestDatabase()
    const runners = await startJobRunners(
      { database: opened.database, log: silentLog, metrics: prometheusMetrics(), pollMs: hour },
      lanes.map((lane) => jobHandler({ job: jobOf(lane), lane, handle: async () => {} })),
    )
    await Promise.all(runners.map((runner) => runner.stop()))
    await eventually(async () => (await listenersOf(opened)).length === 0, { what: 'the connection to end' })
    await opened.close()
  }
})
