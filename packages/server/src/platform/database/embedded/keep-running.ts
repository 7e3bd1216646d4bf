import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../logging/log.ts'
import type { ServerProcess } from './server-process.ts'

/** Restarts a server that ended unexpectedly (kill -9, out of memory), with longer delays if it keeps failing. */

const firstDelayMs = 50
// Free space on a full disk is noticed within this time.
const maxDelayMs = 2_000
/** After running for this long, a server's count of failures is reset. */
const healthyMs = 60_000

/** How the server is restarted, and where events go. */
export interface Keeping {
  readonly launch: (signal: AbortSignal) => Promise<ServerProcess>
  readonly log: Log
}

/** Watches a server and restarts it when it ends unexpectedly, until `stop`. */
export function keepRunning(first: ServerProcess, { launch, log }: Keeping): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let current: ServerProcess | undefined = first

  const watching = (async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      const startedAt = Date.now()
      if (current !== undefined) {
        const end = await current.exited
        current = undefined
        if (stopping.signal.aborted) return
        log.warn('postgres.exited', { ...end })
        if (Date.now() - startedAt > healthyMs) failures = 0
      }
      await wait(failures, stopping.signal)
      current = await relaunch({ launch, log }, stopping.signal)
      failures++
    }
  })()

  return {
    stop: async () => {
      stopping.abort()
      await current?.stop()
      await watching
      // It may have started at the moment of the stop.
      await current?.stop()
    },
  }
}

async function wait(failures: number, signal: AbortSignal): Promise<void> {
  const delayMs = Math.min(firstDelayMs * 2 ** failures, maxDelayMs)
  await sleep(delayMs, undefined, { signal }).catch(() => undefined)
}

async function relaunch({ launch, log }: Keeping, signal: AbortSignal): Promise<ServerProcess | undefined> {
  if (signal.aborted) return undefined
  try {
    const server = await launch(signal)
    log.info('postgres.restarted', { pid: server.pid })
    return server
  } catch (error) {
    if (!signal.aborted)
      log.warn('postgres.restart_failed', { reason: error instanceof Error ? error.message : String(error) })
    return undefined
  }
}
