import { Worker } from 'node:worker_threads'

/** Requests one address repeatedly from a separate thread, so nothing the bench does counts as slow. */
export interface Probe {
  /** The longest wait for an answer since the last reading, in milliseconds; one that is still awaited counts. */
  worstMs(): Promise<number>
  stop(): Promise<unknown>
}

export function startProbe(url: string): Probe {
  const worker = new Worker(new URL('./probe-worker.ts', import.meta.url), { workerData: url })
  return {
    worstMs: () =>
      new Promise((resolve, reject) => {
        worker.once('error', reject)
        worker.once('message', (worst: number) => {
          worker.off('error', reject)
          resolve(worst)
        })
        worker.postMessage('worst')
      }),
    stop: () => worker.terminate(),
  }
}
