import type { Release, ReleaseEvent, Releases } from '@spindle/client'
import type { Problem } from '../errors/command-error.ts'
import { formatPointer } from '../output/format-findings.ts'
import { type Output, sanitizeText } from '../output/terminal-output.ts'

/** What a reviewer asked for. The notes are in the events of a release, each with the member it is about. */

export interface ReviewNote {
  /** JSON Pointer into the release; empty for the whole. */
  readonly pointer: string
  readonly note: string
}

export interface Review {
  readonly at: string
  readonly notes: readonly ReviewNote[]
  /** Whether the release was changed after it. */
  readonly isAnswered: boolean
}

const reviewed: ReadonlySet<string> = new Set(['changes_requested', 'rejected'])

/** The notes of the review a release came back from; undefined where nothing is open. */
export async function findReview(
  releases: Releases,
  { id, status }: Pick<Release, 'id' | 'status'>,
  signal: AbortSignal,
): Promise<Review | undefined> {
  if (!reviewed.has(status)) return undefined
  let isAnswered = false
  for await (const event of releases.listEvents(id, { limit: 100 }, { signal })) {
    if (event.to !== null && reviewed.has(event.to) && event.to !== event.from) return toReview(event, isAnswered)
    isAnswered ||= event.type === 'release.updated'
  }
  return undefined
}

/** The notes of one event; the reason of the event where it has no notes by member. */
export function toReview({ at, reason, data }: ReviewEvent, isAnswered: boolean): Review {
  const issues = Array.isArray(data.issues) ? data.issues.flatMap(parseNote) : []
  const whole = reason === null ? [] : [{ pointer: '', note: reason }]
  return { at, notes: issues.length > 0 ? issues : whole, isAnswered }
}

type ReviewEvent = Pick<ReleaseEvent, 'at' | 'reason' | 'data'>

function parseNote(value: unknown): readonly ReviewNote[] {
  const { pointer, note } = (value ?? {}) as Partial<Record<string, unknown>>
  return typeof note === 'string' ? [{ pointer: typeof pointer === 'string' ? pointer : '', note }] : []
}

/** `✎ track 1, title: Please use the full title` */
export const formatReview = ({ notes }: Review, { paint }: Pick<Output, 'paint'>): readonly string[] =>
  notes.map(({ pointer, note }) => {
    const where = formatPointer(pointer)
    return `${paint('yellow', '✎')} ${sanitizeText(where === '' ? note : `${where}: ${note}`)}`
  })

/** The same, as the problems of an error. */
export const toProblems = ({ notes }: Review): readonly Problem[] =>
  notes.map(({ pointer, note }) => ({ where: formatPointer(pointer) || 'release', what: note }))
