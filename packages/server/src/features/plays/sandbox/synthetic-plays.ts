import { dayMs } from '../../../platform/values/calendar.ts'
import type { NumberedPlay } from '../ledger/plays-ledger.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

/** Synthetic plays for the sandbox: shaped like real ones, the same for the same seed. */

export interface SandboxTrack {
  readonly trackId: string
  readonly series: number
  readonly lane: number
  readonly durationMs: number | null
}

const territories = [
  ['US', 30],
  ['DE', 18],
  ['GB', 14],
  ['FR', 9],
  ['BR', 8],
  ['JP', 6],
  ['SE', 5],
  ['MX', 4],
  ['NL', 3],
  ['PL', 2],
  ['AU', 1],
] as const
const sources = [
  ['playlist', 40],
  ['library', 20],
  ['recommendation', 15],
  ['album', 10],
  ['artist', 7],
  ['search', 5],
  ['radio', 2],
  ['share', 1],
] as const
const models = [
  ['subscription', 6],
  ['ad_supported', 3],
  ['free', 1],
] as const

export const defaultDurationMs = 180_000
const weekend = [0, 6]

export const pickSource = (numbers: SeededRandom): string => numbers.pick(sources)
export const pickModel = (numbers: SeededRandom): string => numbers.pick(models)
/** The factor of plays on that day. */
export const weekendLift = (day: string): number => (weekend.includes(new Date(day).getUTCDay()) ? 1.3 : 1)

/** The plays of one track on one day (`YYYY-MM-DD`), with ids that name seed, track, day and place. */
export function generatePlays(seed: number, track: SandboxTrack, day: string): NumberedPlay[] {
  const popularity = 5 + seededRandom(`${seed}:${track.trackId}`).below(60)
  const numbers = seededRandom(`${seed}:${track.trackId}:${day}`)
  const startMs = Date.parse(day)
  const count = Math.round(popularity * weekendLift(day) * (0.7 + 0.6 * numbers.next()))
  return Array.from({ length: count }, (_, place) => ({
    id: `${track.trackId}.${day.replaceAll('-', '')}.${seed}.${place}`,
    trackId: track.trackId,
    series: track.series,
    lane: track.lane,
    atMs: startMs + numbers.below(dayMs),
    territory: numbers.pick(territories),
    source: pickSource(numbers),
    model: pickModel(numbers),
    playedMs: playedMs(numbers, track.durationMs ?? defaultDurationMs),
  }))
}

/** Most hear a track to its end; the others leave at any point. */
const playedMs = (numbers: SeededRandom, durationMs: number): number =>
  numbers.next() < 0.7 ? durationMs : numbers.below(durationMs + 1)
