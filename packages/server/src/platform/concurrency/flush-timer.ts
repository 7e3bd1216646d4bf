/** Periodically writes what was collected, and once more at the end. `flush` keeps what it could not write. */
export interface FlushTimer {
  start(): void
  close(): Promise<void>
}

const flushMs = 10_000

/** Flushes every ten seconds. The timer alone does not keep the process running. */
export function flushTimer(flush: () => Promise<void>): FlushTimer {
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      timer = setInterval(() => void flush(), flushMs)
      timer.unref()
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
