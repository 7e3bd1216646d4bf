/** What the player does about an event of the hub that the site's server relays. */
export type ReleaseNews =
  /** Get the release again. `endedTrackIds` must stop now. */
  | { readonly kind: 'changed'; readonly endedTrackIds: readonly string[] }
  /** Everything must stop now. */
  | { readonly kind: 'takedown' }

/** Events of `GET /api/integration/events`. `ready` and `reset` are about all releases. */
const names = ['ready', 'live', 'changed', 'audio', 'takedown', 'reset'] as const

/** What an event means for this release; undefined if it is about another one. */
export function readNews(name: string, text: string, releaseId: string | undefined): ReleaseNews | undefined {
  const data = parseJson(text)
  // Before the first answer, each event may be about this release.
  const isForAll = name === 'ready' || name === 'reset' || data.releaseId === undefined || !releaseId
  if (!isForAll && data.releaseId !== releaseId) return undefined
  if (name === 'takedown' && !isForAll) return { kind: 'takedown' }
  const ended = Array.isArray(data.endedTrackIds) ? data.endedTrackIds.filter((id) => typeof id === 'string') : []
  return { kind: 'changed', endedTrackIds: ended }
}

function parseJson(text: string): { readonly releaseId?: unknown; readonly endedTrackIds?: unknown } {
  try {
    return (JSON.parse(text) ?? {}) as object
  } catch {
    return {}
  }
}

const firstWaitMs = 2_000
const maxWaitMs = 60_000

/**
 * Follows the stream until the returned function is called. After a lost connection, `receive` gets `ready`: what happened
 * meanwhile is unknown.
 */
export function followEvents(address: string, receive: (name: string, data: string) => void): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = firstWaitMs
  let isFirst = true

  function open(): void {
    source = new EventSource(address)
    for (const name of names)
      source.addEventListener(name, (event) => receive(name, String((event as MessageEvent<unknown>).data)))
    source.addEventListener('open', () => {
      waitMs = firstWaitMs
      if (!isFirst) receive('ready', '{}')
      isFirst = false
    })
    source.addEventListener('error', () => {
      isFirst = false
      // A browser connects again by itself unless the answer was not a stream.
      if (source?.readyState !== 2) return
      timer = setTimeout(open, waitMs)
      waitMs = Math.min(waitMs * 2, maxWaitMs)
    })
  }

  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
