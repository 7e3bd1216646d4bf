import { setTimeout as sleep } from 'node:timers/promises'
import type { SpindleError, Upload, Uploads } from '@spindle/client'
import { CommandError } from '@spindle/command-line'
import { retryWhileAway } from './retry-while-away.ts'

/** Waits for the analyses of many uploads with one request for a hundred of them, so that limits are kept. */

/** Shared by all files of a command. Waiting for many costs no more requests than waiting for one. */
export interface UploadWatcher {
  /** Resolves with the upload when its analysis has ended: `ready` or `rejected`. */
  waitFor(uploadId: string): Promise<Upload>
}

/** How long to wait, and the callback for a hub that does not answer. */
export interface UploadWatcherOptions {
  readonly signal: AbortSignal
  /** Called when the hub does not answer; the wait continues automatically. */
  readonly onAway: (error: SpindleError) => void
  /** The first pause between two looks, in milliseconds; pauses grow to ten times of it. */
  readonly pauseMs?: number | undefined
  /** How long one analysis may take; default an hour: there may be hours of audio before it. */
  readonly timeoutMs?: number | undefined
}

interface Waiting extends PromiseWithResolvers<Upload> {
  readonly deadlineMs: number
}

/** Uploads of one delivery are among the newest, so that few pages hold them all. */
const mostPages = 5

/** One loop for all waits; it ends with the last of them. Fails with `wait_timeout` after `timeoutMs`. */
export function uploadWatcher(uploads: Uploads, options: UploadWatcherOptions): UploadWatcher {
  const { signal, onAway, pauseMs = 500, timeoutMs = 3_600_000 } = options
  const waiting = new Map<string, Waiting>()
  let isRunning = false
  const look = async (): Promise<void> => {
    for (const upload of await readWaiting(uploads, new Set(waiting.keys()), signal)) {
      if (!ended.has(upload.status)) continue
      waiting.get(upload.id)?.resolve(upload)
      waiting.delete(upload.id)
    }
    for (const [id, { deadlineMs, reject }] of waiting)
      if (Date.now() > deadlineMs) {
        reject(tooLate(id))
        waiting.delete(id)
      }
  }
  const run = async (): Promise<void> => {
    try {
      for (let pause = pauseMs; waiting.size > 0; pause = Math.min(pause * 1.5, pauseMs * 10)) {
        await sleep(pause, undefined, { signal }).catch(() => signal.throwIfAborted())
        await retryWhileAway(look, { signal, onAway, pauseMs })
      }
    } catch (error) {
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    } finally {
      isRunning = false
    }
  }
  return {
    waitFor(uploadId) {
      // Files with the same bytes may share one upload.
      const known = waiting.get(uploadId)
      if (known) return known.promise
      const one = { ...Promise.withResolvers<Upload>(), deadlineMs: Date.now() + timeoutMs }
      waiting.set(uploadId, one)
      if (!isRunning) {
        isRunning = true
        void run()
      }
      return one.promise
    },
  }
}

const ended: ReadonlySet<string> = new Set(['ready', 'rejected', 'expired'])

/** The uploads of these ids: from the list, and one by one those of earlier runs that are further down. */
async function readWaiting(uploads: Uploads, ids: Set<string>, signal: AbortSignal): Promise<readonly Upload[]> {
  const found: Upload[] = []
  let pages = 0
  for await (const { data } of uploads.list({ limit: 100 }, { signal }).pages()) {
    for (const upload of data) if (ids.delete(upload.id)) found.push(upload)
    if (ids.size === 0 || ++pages === mostPages) break
  }
  for (const id of ids) found.push(await uploads.get(id, { signal }))
  return found
}

const tooLate = (id: string): CommandError =>
  new CommandError(`The hub did not finish checking upload ${id} in time`, {
    code: 'wait_timeout',
    fix: 'Run the same command again to keep waiting. If the problem persists, contact the hub operator.',
  })
