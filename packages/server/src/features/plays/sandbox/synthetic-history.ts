import { addDays } from '../../../platform/values/calendar.ts'
import { seededRandom } from './seeded-random.ts'
import { defaultDurationMs, pickModel, pickSource, type SandboxTrack, weekendLift } from './synthetic-plays.ts'

/** Plays of one track on one day in one country, counted. */
export interface SandboxCount {
  readonly series: number
  readonly day: string
  readonly territory: string
  readonly source: string
  readonly model: string
  readonly streams: number
  readonly timed: number
  readonly played_ms: number
}

export interface HistoryOf {
  readonly seed: number
  readonly track: SandboxTrack
  readonly from: string
  readonly days: number
}

/** Shares of the listeners. */
const countries = [
  ['US', 0.32],
  ['DE', 0.24],
  ['GB', 0.18],
  ['FR', 0.11],
  ['BR', 0.09],
  ['JP', 0.06],
] as const

/** What is left of the first days after so many others, and what stays. */
const fadingDays = 45
const lasting = 0.35

/** Loud at first, fading, louder at weekends; the same for the same seed. */
export function generateHistory({ seed, track, from, days }: HistoryOf): SandboxCount[] {
  const numbers = seededRandom(`history:${seed}:${track.trackId}`)
  const popularity = 20 + numbers.below(90)
  const durationMs = track.durationMs ?? defaultDurationMs
  return Array.from({ length: days }, (_, index) => index).flatMap((index) => {
    const day = addDays(from, index)
    const level = popularity * (lasting + (1 - lasting) * Math.exp(-index / fadingDays)) * weekendLift(day)
    return countries.flatMap(([territory, share]) => {
      const streams = Math.round(level * share * (0.6 + 0.8 * numbers.next()))
      if (streams === 0) return []
      const heard = Math.round(streams * durationMs * (0.7 + 0.2 * numbers.next()))
      const told = { source: pickSource(numbers), model: pickModel(numbers) }
      return [{ series: track.series, day, territory, ...told, streams, timed: streams, played_ms: heard }]
    })
  })
}
