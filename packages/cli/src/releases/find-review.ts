import type { Release } from '@spindle/client'
import type { Problem } from '@spindle/command-line'
import { formatPointer } from '../output/format-findings.ts'
import { type Output, sanitizeText } from '../output/terminal-output.ts'

/** The requested changes of a release that came back from a review. */

/** One requested change. */
export interface ReviewNote {
  /** JSON Pointer into the release; empty for the whole. */
  readonly pointer: string
  readonly note: string
}

/** A review that sent the release back. */
export interface ReturnedReview {
  readonly notes: readonly ReviewNote[]
  /** Whether the release was changed after it. */
  readonly isAnswered: boolean
}

const returned: ReadonlySet<string> = new Set(['changes_requested', 'rejected'])

/** The review a release came back from; undefined if nothing is open. */
export function findReview({ status, revision, review }: ReviewedRelease): ReturnedReview | undefined {
  if (review === null || !returned.has(status) || !returned.has(review.decision)) return undefined
  const { note, issues } = review
  // The note of a review with issues is all of them in one line.
  const whole = note === null ? [] : [{ pointer: '', note }]
  return {
    notes: issues.length > 0 ? issues.map((issue) => ({ pointer: issue.pointer, note: issue.note })) : whole,
    isAnswered: revision > review.revision,
  }
}

type ReviewedRelease = Pick<Release, 'status' | 'revision' | 'review'>

/** `✎ track 1, title: Please use the full title` */
export const formatReview = ({ notes }: ReturnedReview, { paint }: Pick<Output, 'paint'>): readonly string[] =>
  notes.map(({ pointer, note }) => {
    const where = formatPointer(pointer)
    return `${paint('yellow', '✎')} ${sanitizeText(where === '' ? note : `${where}: ${note}`)}`
  })

/** The same, as the problems of an error. */
export const toProblems = ({ notes }: ReturnedReview): readonly Problem[] =>
  notes.map(({ pointer, note }) => ({ where: formatPointer(pointer) || 'release', what: note }))
