import type { MirrorSession } from './mirror-session.ts'
import type { RefreshQueue } from './refresh-queue.ts'

/** What the stream of the hub has said. */
export interface FollowedFeed {
  /** Resolves at the next event, after `ms`, or at the end of the command. */
  untilNews(ms: number): Promise<void>
  close(): Promise<void>
}

/**
 * Applies takedowns as they happen, also while other releases are downloaded. The feed shows each of them again, so an
 * event that is lost only delays it, and a hub that refuses the stream is read at intervals.
 */
export function followTakedowns({ integration, signal }: MirrorSession, queue: RefreshQueue): FollowedFeed {
  const own = new AbortController()
  const ends = AbortSignal.any([signal, own.signal])
  let hasNews = false
  let wake = (): void => {}

  async function follow(): Promise<void> {
    for await (const { data } of integration.events({ signal: ends })) {
      if ('endedTrackIds' in data && data.endedTrackIds.length > 0) await queue.refresh(data.releaseId).catch(() => {})
      tell()
    }
  }

  function tell(): void {
    hasNews = true
    wake()
  }

  // If the token ended, the feed says so as well.
  const following = follow().catch(tell)
  return {
    async untilNews(ms) {
      if (!hasNews && !signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
          signal.addEventListener('abort', wake, { once: true })
        })
      signal.removeEventListener('abort', wake)
      wake = () => {}
      hasNews = false
    },
    async close() {
      own.abort()
      await following
    },
  }
}
