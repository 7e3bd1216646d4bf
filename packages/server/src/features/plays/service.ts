import { setImmediate } from 'node:timers/promises'
import type { PlaysReceipt, RefusedPlay } from '@spindle/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { dayMs } from '../../platform/values/calendar.ts'
import { parseItem } from './batch-body.ts'
import { type AcceptedPeriod, checkPlayEvent, type Play, type RefusedEvent } from './check-play-event.ts'
import type { NumberedPlay, PlaysLedger } from './ledger/plays-ledger.ts'
import type { ReportableTrack } from './reportable-tracks-queries.ts'

/** Stores the plays that properties report: each event once, the valid ones of a batch whatever the others are. */
export interface PlaysService {
  report(property: string, items: readonly unknown[]): Promise<PlaysReceipt>
}

export interface PlaysServiceOptions {
  readonly clock: Clock
  readonly metrics: Metrics
  readonly ledger: Pick<PlaysLedger, 'append'>
  readonly retentionDays: number
  findReportableTracks(property: string, trackIds: readonly string[]): Promise<readonly ReportableTrack[]>
  /** Called with every batch. */
  onReport(property: string): void
}

const clockToleranceMs = 600_000

export function playsService(options: PlaysServiceOptions): PlaysService {
  const { ledger, clock, metrics, retentionDays, findReportableTracks, onReport } = options
  return {
    async report(property, items) {
      const { plays, refused } = await checkEvents(items, acceptedPeriodAt(clock.now(), retentionDays))
      const tracks = await findTracks(findReportableTracks, property, plays)
      const good: NumberedPlay[] = []
      for (const { play, index } of plays) {
        const track = tracks.get(play.trackId)
        const refusal = findRefusal(play, track)
        if (refusal) refused.push({ index, ...refusal })
        else if (track) good.push({ ...play, series: track.series, lane: track.lane })
      }
      refused.sort((a, b) => a.index - b.index)
      const { accepted, duplicates, ...told } = await ledger.append(property, good)
      onReport(property)
      metrics.countPlays('accepted', accepted)
      metrics.countPlays('duplicate', duplicates)
      metrics.countPlays('refused', refused.length)
      return { accepted, duplicates, ...told, refused }
    },
  }
}

/** As many days back as raw plays are kept: an older one could not be distinguished from its repetition. */
const acceptedPeriodAt = (now: number, retentionDays: number): AcceptedPeriod => ({
  fromMs: Math.floor(now / dayMs) * dayMs - retentionDays * dayMs,
  toMs: now + clockToleranceMs,
})

interface CheckedEvents {
  readonly plays: { readonly index: number; readonly play: Play }[]
  readonly refused: RefusedPlay[]
}

/** Events that are parsed and judged at a time: it takes a millisecond, then others get their turn. */
const eventsAtATime = 500

async function checkEvents(items: readonly unknown[], period: AcceptedPeriod): Promise<CheckedEvents> {
  const found: CheckedEvents = { plays: [], refused: [] }
  for (const [index, item] of items.entries()) {
    const checked = checkPlayEvent(parseItem(item), period)
    if ('code' in checked) found.refused.push({ index, ...checked })
    else found.plays.push({ index, play: checked })
    if (index % eventsAtATime === eventsAtATime - 1) await setImmediate()
  }
  return found
}

async function findTracks(
  find: PlaysServiceOptions['findReportableTracks'],
  property: string,
  plays: CheckedEvents['plays'],
): Promise<ReadonlyMap<string, ReportableTrack>> {
  const ids = [...new Set(plays.map(({ play }) => play.trackId))]
  const tracks = ids.length === 0 ? [] : await find(property, ids)
  return new Map(tracks.map((track) => [track.trackId, track]))
}

/** A play while the track was live counts, also when it is reported after the takedown. */
function findRefusal({ id, atMs }: Play, track: ReportableTrack | undefined): RefusedEvent | undefined {
  if (!track) return { id, code: 'track_unknown', message: 'This property never received a track with this id.' }
  const isLive =
    atMs >= track.sinceMs - clockToleranceMs && (track.untilMs === null || atMs <= track.untilMs + clockToleranceMs)
  return isLive
    ? undefined
    : { id, code: 'track_not_live', message: 'The track was not live at this property at that time.' }
}
