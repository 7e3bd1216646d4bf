import type { MirrorSession } from './mirror-session.ts'
import { type RefreshedRelease, refreshRelease } from './refresh-release.ts'

/** Refreshes releases: several at a time, but each of them only once at a time. */
export interface RefreshQueue {
  /** The releases whose lines in the index are made again. */
  readonly changed: Set<string>
  /** At once, for a takedown. */
  refresh(releaseId: string): Promise<void>
  /** All of them; ends when the last one is done, or the first one failed. */
  refreshAll(releaseIds: Iterable<string>): Promise<void>
}

/** `onDone` is called for each that was refreshed. */
export function refreshQueue(session: MirrorSession, onDone: (refreshed: RefreshedRelease) => void): RefreshQueue {
  const changed = new Set<string>()
  const last = new Map<string, Promise<unknown>>()

  async function refresh(releaseId: string): Promise<void> {
    const before = last.get(releaseId)
    const work = (async () => {
      await before?.catch(() => {})
      session.signal.throwIfAborted()
      const refreshed = await refreshRelease(session, releaseId)
      if (refreshed.outcome !== 'unchanged') changed.add(releaseId)
      onDone(refreshed)
    })()
    last.set(releaseId, work)
    try {
      await work
    } finally {
      if (last.get(releaseId) === work) last.delete(releaseId)
    }
  }

  return {
    changed,
    refresh,
    async refreshAll(releaseIds) {
      const left = releaseIds[Symbol.iterator]()
      let hasFailed = false
      const worker = async (): Promise<void> => {
        for (let next = left.next(); !next.done && !hasFailed; next = left.next())
          await refresh(next.value).catch((error: unknown) => {
            hasFailed = true
            throw error
          })
      }
      const results = await Promise.allSettled(Array.from({ length: session.concurrency }, worker))
      const failure = results.find((result) => result.status === 'rejected')
      if (failure) throw failure.reason
    },
  }
}
