import { exitCodes } from '@spindle/command-line'
import type { Hub } from '../../start-hub.ts'

/** How a process with a hub ends. */

/** How long running work may take to end once the hub no longer serves. */
export const closeMs = 15_000

/** What a person reads who stops a hub that drains. */
export function announceDrain(drainSeconds: number, err: (line: string) => void): void {
  if (drainSeconds > 0) err(`Stopping: the hub keeps serving for ${drainSeconds} s. Stop it again to end immediately.`)
}

/**
 * Resolves with the first SIGTERM or SIGINT. It listens from before the start, so that a hub that is stopped while it
 * starts also stops its database. A second signal ends the process immediately.
 */
export function listenForStop(): Promise<'stop'> {
  return new Promise((resolve) => {
    let isAsked = false
    const ask = (): void => {
      if (isAsked) process.exit(exitCodes.failed)
      isAsked = true
      resolve('stop')
    }
    process.on('SIGTERM', ask)
    process.on('SIGINT', ask)
  })
}

export type StopKind = Parameters<Hub['drain']>[0]

export interface Running {
  readonly hub: Hub
  readonly stopAsked: Promise<StopKind>
  readonly err: (line: string) => void
  readonly drainSeconds: number
  readonly saysDrain?: boolean
}

/** A stop drains; if it hangs, the process ends. SIGHUP reloads the files of tokens and of webhooks. */
export function untilStopped({ hub, stopAsked, err, drainSeconds, saysDrain = true }: Running): Promise<number> {
  return new Promise((resolve) => {
    let isStopping = false
    const stop = (code: number, kind: StopKind = 'stop'): void => {
      if (isStopping) return
      isStopping = true
      setTimeout(() => process.exit(exitCodes.failed), drainSeconds * 1000 + closeMs).unref()
      if (saysDrain) announceDrain(drainSeconds, err)
      hub
        .drain(kind)
        .then(hub.close)
        .then(
          () => resolve(code),
          (error: unknown) => {
            err(`The hub did not stop cleanly: ${(error as Error).message}`)
            resolve(exitCodes.failed)
          },
        )
    }
    void stopAsked.then((kind) => stop(exitCodes.ok, kind))
    process.on('SIGHUP', () => void hub.reload())
    // An unhandled rejection is a defect: log it, stop in order, and let the supervisor start a clean process.
    process.on('unhandledRejection', (reason) => {
      hub.http.log.error('process.unhandled_rejection', { error: reason })
      stop(exitCodes.failed)
    })
  })
}
