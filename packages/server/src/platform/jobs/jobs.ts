import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as GraphileWorker from 'graphile-worker'
import type { Logger, Runner, TaskList, WorkerEvents } from 'graphile-worker'
import { JobLostError, runHeld } from '../database/job-commits/held-job.ts'
import type { PostgresDatabase } from '../database/postgres.ts'
import type { Sql, Transaction } from '../database/sql.ts'
import { type JobLane, jobLanes } from '../job-lanes.ts'
import type { Log } from '../logging/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { keepLeases, type Leases } from './leases.ts'
import { lookAgainAfterQueues } from './next-in-queue.ts'
import { type LaneWaker, wakeLanes } from './wake-lanes.ts'

/**
 * Background work by graphile-worker. A job is enqueued in the caller's transaction, so it exists exactly if the change
 * that needs it was committed; handlers run at least once and must read fresh state.
 */
export interface Jobs {
  enqueue<P>(trx: Transaction, job: JobName<P>, payload: P, options?: EnqueueOptions): Promise<void>
}

/** A job's name with the type of its payload, shared by the code that enqueues it and its handler. */
export interface JobName<P> {
  readonly name: string
  readonly payload?: P
}
/** Names a job and the type of its payload. Throws if the name is not valid in a crontab line. */
export const defineJob = <P>(name: string): JobName<P> => {
  // A name that cron cannot parse would prevent every worker from starting.
  if (!/^[_a-zA-Z][\w:-]*$/.test(name))
    throw new Error(`"${name}" is not a valid name for a job: use letters and digits`)
  return { name }
}

/** When a job runs, which earlier one it replaces, and how often it is tried (25 times by default). */
export interface EnqueueOptions {
  /** Not before this instant. */
  readonly runAt?: Date | undefined
  /** Replaces a job with the same key that has not started. */
  readonly key?: string | undefined
  readonly maxAttempts?: number | undefined
  /** Lower numbers first; 0 by default. */
  readonly priority?: number | undefined
  /** One job of a queue runs at a time. */
  readonly queue?: string | undefined
}

/**
 * A handler; a rejection is retried with exponential back-off until `maxAttempts`. Its transactions are committed only
 * while no other worker has the job.
 */
export interface JobHandler<P = unknown> {
  readonly job: JobName<P>
  handle(payload: P): Promise<void>
  /** Cron pattern (UTC) for recurring work; such a job has an empty payload. */
  readonly cron?: string | undefined
  /**
   * `long` for work of minutes (reading large files), so that other jobs need not wait for it; `upkeep` for cleaning up
   * everything that was left over; `plays` for days and months of plays; `renditions` for encoding audio; `exports` for archives; `imports` for messages
   * that are read; `bulk` for the turns of accounts with many releases to change; `drops` for places that packages are
   * fetched from; `stores` and `webhooks` (also mail) for servers that may be slow, `slowWebhooks` for those that are; `quick` by
   * default.
   */
  readonly lane?: JobLane
}

/** Keeps the payload's type between the job and its handler. */
export const jobHandler = <P>(handler: JobHandler<P>): JobHandler => handler as JobHandler

/**
 * Jobs as rows of graphile-worker, enqueued in the transaction that needs them by migrations/functions/enqueue_job.sql.
 * A job continues the trace that it came from.
 */
export const jobQueue = (tracing?: Tracing): Jobs => ({
  async enqueue(trx, job, payload, { runAt, key, maxAttempts, priority, queue } = {}) {
    const traceparent = tracing?.current()
    const traced = traceparent === undefined ? payload : { ...payload, traceparent }
    await trx.execute('select enqueue_job($1, $2::json, $3::timestamptz, $4, $5::int, $6::int, $7)', [
      job.name,
      JSON.stringify(traced),
      runAt ?? null,
      key ?? null,
      maxAttempts ?? 25,
      priority ?? 0,
      queue ?? null,
    ])
  },
})

type Library = typeof GraphileWorker

/** Long enough for clients that wait for the start of the hub: the library takes as long to load as the framework. */
const quietMs = 100

let library: Promise<Library> | undefined
const loadLater = (): Promise<Library> => (library ??= sleep(quietMs).then(() => import('graphile-worker')))

/** The newest migration of the pinned version of graphile-worker; a test compares. */
const newestMigration = 20

/**
 * Applies graphile-worker's migrations, and adds the index by which lanes look for jobs. If the newest one is already
 * applied, the library is not loaded.
 */
export async function migrateJobs({ system, jobs, transaction }: PostgresDatabase): Promise<void> {
  if ((await findNewestMigration(system)) < newestMigration) {
    const { runMigrations, Logger } = await import('graphile-worker')
    await runMigrations({ pgPool: jobs.pool, logger: quietLogger(Logger) })
  }
  if (await system.readRow(`select 1 where to_regclass('graphile_worker.jobs_due') is not null`)) return
  await transaction(async (trx) => {
    // Nodes that start at the same time wait for each other.
    await trx.execute(`select pg_advisory_xact_lock(hashtextextended('spindle jobs_due', 7))`)
    await trx.execute(
      `create index if not exists jobs_due on graphile_worker._private_jobs (task_id, run_at) where is_available`,
    )
  })
}

async function findNewestMigration(system: Sql): Promise<number> {
  const isThere = await system.readRow(`select 1 where to_regclass('graphile_worker.migrations') is not null`)
  if (!isThere) return 0
  const newest = await system.readRow<{ id: number }>('select max(id) as id from graphile_worker.migrations')
  return newest?.id ?? 0
}

/** Workers that run jobs until `stop`, which waits for running ones. */
export interface JobRunner {
  /** Takes no more jobs; resolves once the running ones have ended and their ends are recorded. Idempotent. */
  stop(): Promise<void>
}

interface RunnersOptions {
  readonly database: PostgresDatabase
  readonly log: Log
  readonly metrics: Pick<Metrics, 'observeJob'>
  readonly tracing?: Tracing | undefined
  /** How often the lanes look for jobs that are due: each second by default. */
  readonly pollMs?: number | undefined
}

interface RunnerOptions extends RunnersOptions {
  readonly handlers: readonly JobHandler[]
  /** How many jobs run at a time. */
  readonly workers: number
}

/** One runner for each lane, so that jobs of minutes never delay short ones. */
export function startJobRunners(options: RunnersOptions, handlers: readonly JobHandler[]): Promise<JobRunner[]> {
  const lanes = Object.entries(jobLanes)
  const shared = openShared(options, lanes.length)
  return Promise.all(
    lanes.map(([name, workers]) =>
      startLane(
        { ...options, handlers: handlers.filter((handler) => (handler.lane ?? 'quick') === name), workers },
        shared,
      ),
    ),
  )
}

/** Starts the workers of one lane for the handlers. Each job runs at least once. */
export const startJobRunner = (options: RunnerOptions): Promise<JobRunner> => startLane(options, openShared(options, 1))

/** What the lanes of a process share. */
interface Shared {
  readonly leases: Leases
  readonly waker: LaneWaker
  /** Each lane calls it at its end, and the last one ends the rest. */
  leave(): Promise<void>
}

const usualPollMs = 1_000

function openShared({ database, log, pollMs = usualPollMs }: RunnersOptions, lanes: number): Shared {
  const leases = keepLeases(database.jobs.system, log)
  const waker = wakeLanes({ connections: database.jobs, log, pollMs })
  let running = lanes
  return {
    leases,
    waker,
    async leave() {
      if (--running > 0) return
      waker.close()
      await leases.stop()
    },
  }
}

/** `LaneWaker` wakes the workers. One that failed to look for a job looks again after this long in any case. */
const ownPollMs = 60_000

async function startLane(options: RunnerOptions, { leases, waker, leave }: Shared): Promise<JobRunner> {
  const { run, Logger } = await loadLater()
  const { handlers, workers, log } = options
  const events: WorkerEvents = new EventEmitter()
  let owner = ''
  events.once('pool:create', ({ workerPool }) => {
    owner = workerPool.id
    const jobs = handlers.map(({ job }) => job.name)
    const end = waker.add({ jobs, workers, wake: (count) => workerPool.nudge(count) })
    events.once('pool:gracefulShutdown', end).once('pool:forcefulShutdown', end)
  })
  lookAgainAfterQueues(events)
  const runner: Runner = await run({
    events,
    pgPool: options.database.jobs.pool,
    taskList: taskList(options, leases, () => owner),
    crontab: handlers.flatMap(({ job, cron }) => (cron === undefined ? [] : [`${cron} ${job.name}`])).join('\n'),
    concurrency: workers,
    pollInterval: ownPollMs,
    noHandleSignals: true,
    logger: quietLogger(Logger),
  }).catch(async (error: unknown) => {
    await leave()
    throw error
  })
  runner.promise.catch((error: unknown) => log.error('jobs.runner_failed', { error }))
  let stopping: Promise<void> | undefined
  // The leases are renewed until the last job has ended: otherwise another worker would get a job that still runs.
  const stop = async (): Promise<void> => {
    await runner.stop()
    await leave()
  }
  return {
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

function taskList({ handlers, log, metrics, tracing }: RunnerOptions, leases: Leases, owner: () => string): TaskList {
  const tasks: TaskList = {}
  for (const { job, handle } of handlers) {
    if (tasks[job.name]) throw new Error(`Two handlers for the job ${job.name}`)
    tasks[job.name] = async (payload, { job: { id }, abortSignal }) => {
      const held = leases.begin(String(id), owner())
      const startMs = performance.now()
      const span = tracing?.begin({ kind: 'job', name: `job ${job.name}`, parent: findTraceparent(payload) })
      const observe = (outcome: 'done' | 'failed'): void => {
        metrics.observeJob(job.name, outcome, (performance.now() - startMs) / 1_000)
        span?.end({ isFailed: outcome === 'failed' })
      }
      try {
        await runHeld(held, () => (span ? span.run(() => handle(payload)) : handle(payload)))
        await leases.requireHeld(held, abortSignal)
        observe('done')
      } catch (error) {
        observe('failed')
        log.warn(error instanceof JobLostError ? 'jobs.lost' : 'jobs.attempt_failed', { job: job.name, error })
        throw error
      }
    }
  }
  return tasks
}

function findTraceparent(payload: unknown): string | undefined {
  const { traceparent } = (payload ?? {}) as { readonly traceparent?: unknown }
  return typeof traceparent === 'string' ? traceparent : undefined
}

// graphile-worker would print payloads; ours are logged by the handlers themselves.
const quietLogger = (Class: Library['Logger']): Logger => new Class(() => () => {})
