import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Work that neither the start nor a request should wait for: libraries that every hub uses, and compiled schemas. In
 * the first request it would block all others for a tenth of a second. So it is done once the hub is up, piece by
 * piece.
 */
export interface WarmUp {
  /** One piece of work. Requests that need it while it runs wait for it. */
  add(piece: () => unknown): void
  /** Call it when the hub listens. Resolves when everything is done; a second call waits for the first. */
  begin(): Promise<void>
  /** Starts no further piece. */
  stop(): void
}

/** Long enough for a client that waits for the start, and for its first requests. */
const quietMs = 1_000
/** Between two steps, so that requests that arrived meanwhile are served. */
const pauseMs = 20

/** Pauses before the first piece and between pieces, so that requests that arrived meanwhile are answered. */
export function warmUp(): WarmUp {
  const pieces: (() => unknown)[] = []
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const rest = (ms: number): Promise<void> =>
    sleep(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
  const run = async (): Promise<void> => {
    await rest(quietMs)
    for (const piece of pieces) {
      if (stopping.signal.aborted) return
      // A failed step is tried again by the request that needs it, which then reports the failure.
      await (async () => piece())().catch(() => {})
      await rest(pauseMs)
    }
  }
  return {
    add: (piece) => void pieces.push(piece),
    begin: () => (running ??= run()),
    stop: () => stopping.abort(),
  }
}
