import { setImmediate } from 'node:timers/promises'
import type { PlaysReceipt, RefusedPlay } from '@spindle/contract'
import { dayMs } from '../../platform/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ConcurrencyLimit } from '../../platform/concurrency-limit.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { type AcceptedPeriod, checkPlayEvent, type Play, type RefusedEvent } from './check-play-event.ts'
import type { NumberedPlay, PlayStore, ReportableTrack } from './store.ts'

/** Takes in what properties report: each event once, the good ones of a batch whatever the others are. */
export interface PlaysService {
  report(property: string, items: readonly unknown[]): Promise<PlaysReceipt>
}

export interface PlaysServiceOptions {
  readonly clock: Clock
  readonly metrics: Metrics
  readonly store: PlayStore
  readonly retentionDays: number
  readonly queue: ConcurrencyLimit
  /** Called when plays were stored that are not in the roll-ups yet. */
  onStored(): void
  /** Called with every batch. */
  onReport(property: string): void
}

const clockToleranceMs = 600_000

export function playsService(options: PlaysServiceOptions): PlaysService {
  const { store, clock, metrics, retentionDays, queue, onStored, onReport } = options
  return {
    async report(property, items) {
      const { plays, refused } = await checkEvents(items, acceptedPeriodAt(clock.now(), retentionDays))
      const tracks = await findTracks(store, property, plays)
      const good: NumberedPlay[] = []
      for (const { play, index } of plays) {
        const track = tracks.get(play.trackId)
        const refusal = findRefusal(play, track)
        if (refusal) refused.push({ index, ...refusal })
        else if (track) good.push({ ...play, series: track.series })
      }
      refused.sort((a, b) => a.index - b.index)
      const accepted = await queue.run(() => store.insert(property, good))
      onReport(property)
      if (accepted > 0) onStored()
      const duplicates = good.length - accepted
      metrics.countPlays('accepted', accepted)
      metrics.countPlays('duplicate', duplicates)
      metrics.countPlays('refused', refused.length)
      return { accepted, duplicates, refused }
    },
  }
}

/** As many days back as raw plays are kept: what is older could not be told from its own repetition. */
const acceptedPeriodAt = (now: number, retentionDays: number): AcceptedPeriod => ({
  fromMs: Math.floor(now / dayMs) * dayMs - retentionDays * dayMs,
  toMs: now + clockToleranceMs,
})

interface CheckedEvents {
  readonly plays: { readonly index: number; readonly play: Play }[]
  readonly refused: RefusedPlay[]
}

/** Events that are judged at a time: it takes milliseconds, then others get their turn. */
const eventsAtATime = 1_000

async function checkEvents(items: readonly unknown[], period: AcceptedPeriod): Promise<CheckedEvents> {
  const found: CheckedEvents = { plays: [], refused: [] }
  for (const [index, item] of items.entries()) {
    const checked = checkPlayEvent(item, period)
    if ('code' in checked) found.refused.push({ index, ...checked })
    else found.plays.push({ index, play: checked })
    if (index % eventsAtATime === eventsAtATime - 1) await setImmediate()
  }
  return found
}

async function findTracks(
  store: PlayStore,
  property: string,
  plays: CheckedEvents['plays'],
): Promise<ReadonlyMap<string, ReportableTrack>> {
  const ids = [...new Set(plays.map(({ play }) => play.trackId))]
  const tracks = ids.length === 0 ? [] : await store.findReportableTracks(property, ids)
  return new Map(tracks.map((track) => [track.trackId, track]))
}

/** What was heard while the track was live counts, also when it is reported after the takedown. */
function findRefusal({ id, atMs }: Play, track: ReportableTrack | undefined): RefusedEvent | undefined {
  if (!track) return { id, code: 'track_unknown', detail: 'This property was never given a track with this id.' }
  const isLive =
    atMs >= track.sinceMs - clockToleranceMs && (track.untilMs === null || atMs <= track.untilMs + clockToleranceMs)
  return isLive ? undefined : { id, code: 'track_not_live', detail: 'The track was not live at this property then.' }
}
