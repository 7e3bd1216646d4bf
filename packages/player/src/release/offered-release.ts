import { readNews } from './follow-events.ts'
import { loadRelease, ReleaseGone } from './load-release.ts'
import type { PlayerRelease } from './release.ts'

/** The release as it is offered now: loaded, changed by events of the hub, taken down. */
export interface OfferedRelease {
  current(): PlayerRelease | undefined
  /** A release that the page has. */
  set(release: PlayerRelease): void
  /** Loads it again. Rejects if the site's server cannot be reached; a takedown is none of these. */
  load(): Promise<void>
  /** An event of the hub. Answers whether to load again. */
  receive(name: string, data: string): boolean
}

/** What an offered release tells. */
export interface OfferedReleaseNeeds {
  /** Where the site's server answers with it; undefined if the page only sets it. */
  address(): string | undefined
  /** Its members or tracks are others. `endedTrackIds` are those that were offered before. */
  onChange(release: PlayerRelease, endedTrackIds: readonly string[]): void
}

/** Starts without a release. */
export function offeredRelease({ address, onChange }: OfferedReleaseNeeds): OfferedRelease {
  let release: PlayerRelease | undefined
  let generation = 0

  function replace(next: PlayerRelease): void {
    generation += 1
    const isSame = release?.id === next.id
    const kept = new Set(next.tracks.map(({ trackId }) => trackId))
    const before = isSame ? (release?.tracks ?? []) : []
    release = next
    onChange(
      next,
      before.flatMap(({ trackId }) => (kept.has(trackId) ? [] : [trackId])),
    )
  }

  const end = (isEnded: (trackId: string) => boolean): void => {
    if (release) replace({ ...release, tracks: release.tracks.filter(({ trackId }) => !isEnded(trackId)) })
  }

  async function load(): Promise<void> {
    const from = address()
    if (from === undefined) throw new Error('The player has no attribute src, so it cannot get the release again.')
    generation += 1
    const mine = generation
    try {
      const next = await loadRelease(from)
      // What was asked before a takedown must not bring the tracks back.
      if (mine === generation) replace(next)
    } catch (error) {
      if (mine !== generation) return
      if (!(error instanceof ReleaseGone)) throw error
      replace({ id: '', title: '', ...release, tracks: [] })
    }
  }

  return {
    current: () => release,
    set: replace,
    load,
    receive(name, data) {
      const news = readNews(name, data, release?.id)
      if (news?.kind === 'takedown') end(() => true)
      if (news?.kind !== 'changed') return false
      if (news.endedTrackIds.length > 0) end((trackId) => news.endedTrackIds.includes(trackId))
      return address() !== undefined
    },
  }
}
