import type { Worker, WorkerEvents } from 'graphile-worker'

const firstPauseMs = 10
const maxLooks = 8

/**
 * graphile-worker looks for a job before the end of its last one is recorded. If that one belongs to a queue, the queue
 * still looks taken, and its next job would wait for the next look of all lanes: up to a second for each turn of an
 * import. So a worker that finds nothing after a job of a queue looks again, each time after twice as long, for at least
 * 2.5 seconds. Looks are counted, not seconds: on a busy machine the record is as late as the looks are.
 */
export function lookAgainAfterQueues(events: WorkerEvents): void {
  const ended = new Map<Worker, { looks: number; timer?: NodeJS.Timeout }>()
  const stop = (worker: Worker): void => {
    clearTimeout(ended.get(worker)?.timer)
    ended.delete(worker)
  }
  events.on('job:start', ({ worker }) => stop(worker))
  events.on('job:complete', ({ worker, job }) => {
    if (job.job_queue_id !== null) ended.set(worker, { looks: 0 })
  })
  events.on('worker:getJob:empty', ({ worker }) => {
    const last = ended.get(worker)
    if (!last || last.looks === maxLooks) return stop(worker)
    clearTimeout(last.timer)
    last.timer = setTimeout(() => worker.nudge(), firstPauseMs * 2 ** last.looks)
    last.looks++
  })
  // A worker that was released refuses to be nudged.
  events.on('worker:release', ({ worker }) => stop(worker))
}
