import { followEvents } from './follow-events.ts'
import type { OfferedRelease } from './offered-release.ts'

/** Loads a release, and again after events and failures. */
export interface CurrentRelease {
  /** Resolves also if it failed: `onFailure` says so. */
  load(): Promise<void>
  /** Follows the events until `signal`. */
  open(signal: AbortSignal): void
}

/** What keeping a release current needs. */
export interface CurrentReleaseNeeds {
  readonly offered: OfferedRelease
  /** Where the release is; undefined if the page only sets it. */
  address(): string | undefined
  /** Where the events are; undefined if the page follows none. */
  events(): string | undefined
  onFailure(error: unknown): void
}

const reloadAfterMs = 5_000
/** Pages that get the same event do not request the release at the same moment. */
const spreadMs = 1_000

/** Requests of one player follow each other: a later one replaces one that waits. */
export function keepCurrent({ offered, address, events, onFailure }: CurrentReleaseNeeds): CurrentRelease {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOpen = false

  function loadIn(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(load, ms)
  }

  async function load(): Promise<void> {
    clearTimeout(timer)
    if (address() === undefined) return
    await offered.load().catch((error: unknown) => {
      onFailure(error)
      if (isOpen) loadIn(reloadAfterMs)
    })
  }

  return {
    load,
    open(signal) {
      isOpen = true
      const from = events()
      const stop =
        from && followEvents(from, (...event) => offered.receive(...event) && loadIn(Math.random() * spreadMs))
      signal.addEventListener('abort', () => {
        isOpen = false
        clearTimeout(timer)
        if (stop) stop()
      })
      if (offered.current() === undefined) void load()
    },
  }
}
