import type { JobHandler } from '../../../platform/jobs/jobs.ts'
import type { Play } from '../check-play-event.ts'

/**
 * Keeps raw plays, by UTC day (`YYYY-MM-DD`): each once by property, day and id. What is new to it goes into `play_deltas`
 * or `play_packs`, exactly once; from there the fold takes it into the roll-ups, and those answer questions. Plays belong to properties,
 * which have no account: the account follows from the series.
 */
export interface PlaysLedger {
  /** Resolves when the plays are durable. Those that are new are counted, then or later. */
  append(property: string, plays: readonly NumberedPlay[]): Promise<Appended>
  /** Counts what was appended before the call and is not counted yet. */
  count(): Promise<void>
  /** Makes room for these days, so that the first plays of a day need not. */
  prepareDays(days: Iterable<string>): Promise<void>
  /** The days before this one that have raw plays, oldest first. */
  listDaysBefore(day: string): Promise<readonly string[]>
  countPlaysOf(day: string): Promise<number>
  /** The plays of a day whose account is still there, in the order of property and id, group by group. */
  readDay(day: string): AsyncIterable<readonly ExportedPlay[]>
  /** Drops every day before this one and answers which. */
  dropDaysBefore(day: string): Promise<readonly string[]>
  readonly jobs: readonly JobHandler[]
  close(): Promise<void>
}

export interface Appended {
  readonly accepted: number
  readonly duplicates: number
  /** Repetitions are found after the answer: until then they are among the accepted. */
  readonly dedup?: 'later'
}

export interface NumberedPlay extends Play {
  readonly series: number
  /** Where it waits to be counted. */
  readonly lane: number
}

/** A raw play as it is exported, across accounts and properties: the archive is the operator's. */
export interface ExportedPlay {
  readonly property: string
  readonly id: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly accountId: string
  readonly releaseId: string
  readonly trackId: string
  readonly territory: string | null
  readonly source: string | null
  readonly model: string | null
  readonly playedMs: number | null
  readonly sandbox: boolean
}
