import type { Readable } from 'node:stream'
import type { Loading } from '../database/copy/copy-in.ts'

/**
 * Jobs in a backup: what was enqueued, not the tables of graphile-worker, which change with its versions. A running job
 * is stored as one that has to run; recurring jobs are scheduled again at the start.
 */

/** For a copy: the waiting and running jobs. */
export const waitingJobsText = `
  select t.identifier, j.payload, j.run_at, j.max_attempts, j.key, j.priority, q.queue_name
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where j.attempts < j.max_attempts and not coalesce((j.payload::jsonb) ? '_cron', false)
  order by j.id`

/**
 * Enqueues the rows of such a copy through the library: the schema is that of the copy, which may lack `enqueue_job`.
 */
export async function loadJobs(loading: Loading, rows: Readable): Promise<void> {
  await loading.execute(
    `create temporary table copied_jobs (identifier text, payload json, run_at timestamptz, max_attempts int, key text,
       priority int, queue_name text) on commit drop`,
  )
  await loading.load('copied_jobs', rows)
  await loading.execute(
    `select graphile_worker.add_job(identifier, payload, run_at => run_at, job_key => key, max_attempts => max_attempts,
       priority => priority, queue_name => queue_name) from copied_jobs`,
  )
}
