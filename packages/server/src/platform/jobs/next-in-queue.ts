import type { Worker, WorkerEvents } from 'graphile-worker'

const firstLookMs = 10
const lastLookMs = 2_000

/**
 * graphile-worker looks for a job before the end of its last one is recorded. If that one belongs to a queue, the queue
 * still looks taken, and its next job would wait for a poll: up to five seconds for each turn of an import. So a worker
 * that finds nothing after a job of a queue looks again, each time after twice as long, for two seconds.
 */
export function lookAgainAfterQueues(events: WorkerEvents): void {
  const ended = new Map<Worker, { readonly atMs: number; timer?: NodeJS.Timeout }>()
  const stop = (worker: Worker): void => {
    clearTimeout(ended.get(worker)?.timer)
    ended.delete(worker)
  }
  events.on('job:start', ({ worker }) => stop(worker))
  events.on('job:complete', ({ worker, job }) => {
    if (job.job_queue_id !== null) ended.set(worker, { atMs: performance.now() })
  })
  events.on('worker:getJob:empty', ({ worker }) => {
    const last = ended.get(worker)
    const sinceMs = last ? performance.now() - last.atMs : lastLookMs
    if (!last || sinceMs >= lastLookMs) return stop(worker)
    clearTimeout(last.timer)
    last.timer = setTimeout(() => worker.nudge(), Math.max(firstLookMs, sinceMs))
  })
  // A worker that was released refuses to be nudged.
  events.on('worker:release', ({ worker }) => stop(worker))
}
