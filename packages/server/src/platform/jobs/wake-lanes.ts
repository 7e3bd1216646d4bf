import { AppError } from '@spindle/contract'
import type { PostgresDatabase } from '../database/postgres.ts'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../logging/log.ts'

/**
 * Wakes the workers of the lanes that have jobs to run. One statement looks for all lanes: when jobs were enqueued, and
 * regularly for jobs that are due later and for lost notifications. The library would let each worker of each lane look
 * regularly, and would wake a worker of every lane for each new job.
 */
export interface LaneWaker {
  /** Wakes workers of the lane from now on. Returns what ends this. */
  add(lane: WokenLane): () => void
  close(): void
}

export interface WokenLane {
  /** The names of its jobs. */
  readonly jobs: readonly string[]
  readonly workers: number
  /** Wakes this many workers. */
  wake(count: number): void
}

export interface LaneWakerOptions {
  readonly connections: PostgresDatabase['jobs']
  readonly log: Log
  /** How often it looks. */
  readonly pollMs: number
}

export function wakeLanes({ connections: { pool, looks }, log, pollMs }: LaneWakerOptions): LaneWaker {
  const lanes = new Set<WokenLane>()
  let isLooking = false
  let looksAgain = false
  const wakeDue = async (): Promise<void> => {
    const due = await countDue(looks, [...lanes])
    for (const lane of lanes) {
      const count = lane.jobs.reduce((sum, job) => sum + (due.get(job) ?? 0), 0)
      if (count > 0) lane.wake(Math.min(count, lane.workers))
    }
  }
  const look = async (): Promise<void> => {
    looksAgain = isLooking
    if (isLooking || lanes.size === 0) return
    isLooking = true
    await wakeDue().catch((error: unknown) => {
      // The renewal of the leases reports a database that is away.
      const isAway = error instanceof AppError && error.code === 'database_unavailable'
      log[isAway ? 'debug' : 'warn']('jobs.look_failed', { error })
    })
    isLooking = false
    // A job may have come after the look began.
    if (looksAgain) void look()
  }
  pool.onJobs = () => void look()
  const timer = setInterval(() => void look(), pollMs)
  return {
    add(lane) {
      lanes.add(lane)
      return () => lanes.delete(lane)
    },
    close() {
      lanes.clear()
      clearInterval(timer)
    },
  }
}

/** The jobs of these lanes that can run now, by name: at most as many of each as a lane has workers. */
async function countDue(sql: Sql, lanes: readonly WokenLane[]): Promise<Map<string, number>> {
  const names = lanes.flatMap(({ jobs }) => jobs)
  const most = Math.max(...lanes.map(({ workers }) => workers))
  const due = await sql.readRows<{ name: string; count: number }>(
    `select tasks.identifier as name, due.count
     from graphile_worker._private_tasks tasks
     cross join lateral (
       select count(*)::int as count
       from (
         select from graphile_worker._private_jobs job
         where job.task_id = tasks.id and job.is_available and job.run_at <= now() limit $2
       ) jobs
     ) due
     where tasks.identifier = any($1) and due.count > 0`,
    [names, most],
  )
  return new Map(due.map(({ name, count }) => [name, count]))
}
