import { Readable } from 'node:stream'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { withLoading } from '../../src/platform/database/copy/copy-in.ts'
import { loadJobs } from '../../src/platform/jobs/copy-jobs.ts'
import { defineJob, jobHandler, jobQueue, startJobRunner } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase, startTestHub } from '../harness/hub.ts'
import { createReleaseFixture } from '../harness/releases.ts'
import { createUploadClient, testBytes } from '../harness/uploads.ts'
import { localWebhooks } from '../harness/webhook-receiver.ts'

/** Jobs are enqueued without a notification, and none is lost. */

const job = defineJob<object>('countMe')
const jobs = jobQueue()
const hour = 3_600_000

const connect = async ({ connection }: OpenDatabase): Promise<pg.Client> => {
  const client = new pg.Client(connection)
  await client.connect()
  atEnd(() => client.end())
  return client
}

/** Payloads of the notifications to workers, in order. */
async function listenForJobs(opened: OpenDatabase): Promise<{ told: string[]; heardAll(): Promise<void> }> {
  const client = await connect(opened)
  const told: string[] = []
  let isEnd = false
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === 'end') isEnd = true
    else told.push(payload)
  })
  await client.query('listen "jobs:insert"; listen "end"')
  return {
    told,
    async heardAll() {
      // Notifications arrive in the order of their commits.
      await client.query('notify "end"')
      await eventually(() => isEnd, { what: 'the end of the notifications' })
    },
  }
}

describe('enqueue_job', () => {
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await createTestDatabase()
    atEnd(() => opened.close())
  })
  const enqueue = (payload: object, options: object) =>
    opened.database.transaction((trx) => jobs.enqueue(trx, job, payload, options))
  const rows = (of: string) =>
    opened.database.system.rows(
      `select j.payload, j.key, j.priority, j.attempts, j.max_attempts as "maxAttempts", j.revision, j.last_error as error,
         j.run_at > now() as "isLater", q.queue_name as queue, t.identifier as task
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
       where j.payload ->> 'of' = $1 order by j.id`,
      [of],
    )
  const setJob = (of: string, changes: string) =>
    opened.database.system.execute(
      `update graphile_worker._private_jobs set ${changes} where payload ->> 'of' = $1 and key is not null`,
      [of],
    )
  const made = {
    key: null,
    priority: 0,
    attempts: 0,
    maxAttempts: 25,
    revision: 0,
    error: null,
    isLater: false,
    queue: null,
    task: 'countMe',
  }

  it('makes a job with what was asked for', async () => {
    await enqueue({ of: 'plain' }, {})
    await enqueue({ of: 'plain' }, {})
    await enqueue(
      { of: 'rich' },
      { key: 'k', priority: -1, maxAttempts: 5, queue: 'one', runAt: new Date(Date.now() + hour) },
    )
    expect(await rows('plain')).toEqual([
      { ...made, payload: { of: 'plain' } },
      { ...made, payload: { of: 'plain' } },
    ])
    expect(await rows('rich')).toEqual([
      { ...made, payload: { of: 'rich' }, key: 'k', priority: -1, maxAttempts: 5, queue: 'one', isLater: true },
    ])
  })

  it('puts a job in the place of one with its key that waits, also of one that has failed', async () => {
    const key = { key: 'waiting' }
    await enqueue({ of: 'waiting', n: 1 }, { ...key, queue: 'one', priority: 3, runAt: new Date(Date.now() + hour) })
    await setJob('waiting', `attempts = 2, last_error = 'failed'`)
    await enqueue({ of: 'waiting', n: 2 }, { ...key, queue: 'two' })
    expect(await rows('waiting')).toEqual([
      { ...made, payload: { of: 'waiting', n: 2 }, ...key, queue: 'two', revision: 1 },
    ])
  })

  it.each([
    ['runs', 'locked_at = now(), attempts = 1', 0],
    ['was given up', 'attempts = max_attempts', 25],
  ])('makes a job beside one with its key that %s', async (what, state) => {
    const key = { key: what }
    await enqueue({ of: what, n: 1 }, key)
    await setJob(what, state)
    await enqueue({ of: what, n: 2 }, key)
    expect(await rows(what)).toEqual([
      { ...made, payload: { of: what, n: 1 }, attempts: 25 },
      { ...made, payload: { of: what, n: 2 }, ...key },
    ])
  })

  it('adds a job if a worker takes one with the same key at that moment', async () => {
    const key = { key: 'taken' }
    await enqueue({ of: 'taken', n: 1 }, key)
    const worker = await connect(opened)
    await worker.query(`begin; update graphile_worker._private_jobs
      set locked_at = now(), locked_by = 'pool-of-the-test', attempts = attempts + 1 where key = 'taken'`)
    const enqueued = enqueue({ of: 'taken', n: 2 }, key)
    const waits = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%enqueue_job%'`
    await eventually(async () => (await opened.database.system.rows(waits)).length > 0, {
      what: 'the second job to wait for the worker',
    })
    await worker.query('commit')
    await enqueued
    expect(await rows('taken')).toEqual([
      { ...made, payload: { of: 'taken', n: 1 }, attempts: 25 },
      { ...made, payload: { of: 'taken', n: 2 }, ...key },
    ])
  })

  it('leaves nothing when its transaction is rolled back', async () => {
    const failing = opened.database.transaction(async (trx) => {
      await jobs.enqueue(trx, job, { of: 'nobody' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await rows('nobody')).toEqual([])
  })
})

it('restores jobs of a backup with an earlier schema, which has no enqueue_job', async () => {
  const opened = await createTestDatabase()
  atEnd(() => opened.close())
  await opened.database.system.execute('drop function enqueue_job')
  const rows = 'countMe\t{"n": 1}\t2026-01-02 03:04:05+00\t5\tk\t-1\tone\n'
  await withLoading(opened.connection, (loading) => loadJobs(loading, Readable.from([rows], { objectMode: false })))
  const text = 'select task_identifier as task, key, priority, max_attempts as "maxAttempts", queue_name as queue'
  expect(await opened.database.system.rows(`${text} from graphile_worker.jobs`)).toEqual([
    { task: 'countMe', key: 'k', priority: -1, maxAttempts: 5, queue: 'one' },
  ])
})

describe('commits that enqueue', () => {
  it('send no notification; their process does so afterwards, and not for jobs that are due later', async () => {
    const opened = await createTestDatabase()
    atEnd(() => opened.close())
    const { told, heardAll } = await listenForJobs(opened)
    const other = await connect(opened)
    await other.query(`begin; select enqueue_job('countMe', '{}'); commit`)
    await opened.database.transaction((trx) => jobs.enqueue(trx, job, {}, { runAt: new Date(Date.now() + hour) }))
    await heardAll()
    expect(told).toEqual([])
    await opened.database.transaction(async (trx) => {
      await jobs.enqueue(trx, job, {})
      await jobs.enqueue(trx, job, {})
    })
    await eventually(() => told.length > 0, { what: 'the workers to be told' })
    expect(told).toEqual(['{"count":2}'])
  })

  it('are the same whether a request or a trigger enqueues', async () => {
    const token = 'a-token-of-the-radio-0123456789abcdef'
    const hub = await startTestHub({
      role: 'api',
      environment: {
        ...localWebhooks,
        SPINDLE_SANDBOX_OUTLET: 'on',
        SPINDLE_INTEGRATION_TOKENS: `radio=${token}`,
      },
    })
    const fixture = await createReleaseFixture(hub)
    const { told } = await listenForJobs(hub.opened)
    await fixture.post('/api/v1/distributor/webhooks', { url: 'http://127.0.0.1:1/' })
    const client = createUploadClient(hub, fixture.key)
    await client.patch(await client.begin(5_000), 0, testBytes(5_000))
    expect((await fixture.release({ submit: true })).status).toBe(201)
    const listTasks = async () =>
      (
        await hub.opened.database.system.rows<{ task: string }>(
          'select distinct task_identifier as task from graphile_worker.jobs order by 1',
        )
      ).map(({ task }) => task)
    expect(await listTasks()).toEqual(
      expect.arrayContaining(['advanceDelivery', 'analyseUpload', 'sendWebhookMessage']),
    )
    const countTold = () => told.reduce((sum, payload) => sum + Number(/^\{"count":(\d+)\}$/.exec(payload)?.[1]), 0)
    const jobsThere = await hub.opened.database.system.rows('select from graphile_worker.jobs')
    await eventually(() => countTold() >= jobsThere.length, { what: 'the workers to be told of all jobs' })
    // The library's own notification has another format, and would not be a number here.
    expect(countTold()).toBe(jobsThere.length)
    const noisy = `select proname from pg_proc
      where pronamespace = 'public'::regnamespace and prosrc ~ '\\m(add_jobs?|pg_notify)\\M'`
    expect(await hub.opened.database.system.rows(noisy)).toEqual([])
  })
})

describe('a worker', () => {
  const startWorker = async (pollMs: number) => {
    const opened = await createTestDatabase()
    const seen: unknown[] = []
    const begun = Promise.withResolvers<void>()
    const runner = await startJobRunner({
      database: opened.database,
      handlers: [
        jobHandler({
          job,
          async handle(payload) {
            seen.push(payload)
            begun.resolve()
          },
        }),
      ],
      workers: 1,
      pollMs,
      log: silentLog,
      metrics: { observeJob: () => undefined },
    })
    atEnd(async () => {
      await runner.stop()
      await opened.close()
    })
    const isListening = `select from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`
    await eventually(async () => (await opened.database.system.rows(isListening)).length > 0, {
      what: 'the worker to listen',
    })
    return { opened, seen, begun: begun.promise }
  }

  it('is woken by the process that committed, long before it polls', async () => {
    const { opened, seen, begun } = await startWorker(600_000)
    // Its poll at the start has found nothing.
    await opened.database.transaction((trx) => jobs.enqueue(trx, job, { n: 1 }))
    await begun
    await opened.database.system.execute(`select enqueue_job('countMe', '{"n": 2}')`)
    await eventually(() => seen.length === 2, { what: 'the job of a single statement' })
    expect(seen).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('finds the job of a process that died between its commit and the telling', async () => {
    const { opened, seen, begun } = await startWorker(300)
    const dead = await connect(opened)
    await dead.query(`begin; select enqueue_job('countMe', '{"n": 1}'); commit`)
    await begun
    expect(seen).toEqual([{ n: 1 }])
  })
})
