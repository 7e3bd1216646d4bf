import { ConnectionError, type Finding, type SpindleError, type Upload, type UploadRetry } from '@spindle/client'
import { explainError } from '../errors/explain-error.ts'
import type { ShownFinding } from '../output/group-findings.ts'
import type { ReturnedReview } from '../releases/find-review.ts'
import type { Plan } from './plan/make-plan.ts'

/** The events of a delivery, for the view that shows them. The delivery does not depend on a terminal. */

/** A file that will be sent, by its name in the folder. */
export interface SentFile {
  readonly name: string
  readonly bytes: number
  /** The release has it from an earlier run; it is not sent again. */
  readonly isSent?: boolean
}

/** The progress of one file. */
export interface FileProgress {
  readonly file: string
  /** Bytes on their way or there; after a lost connection it falls back to what the hub holds. */
  readonly bytes: number
  readonly bytesPerSecond: number
}

/** Another attempt, and the time until it starts. */
export interface RetryNotice {
  readonly attempt: number
  readonly of: number
  readonly delayMs: number
  /** Why the previous attempt failed. */
  readonly reason: string
}

/** A finding of the hub or of this command; without a file, it is about the metadata. */
export type FileFinding = ShownFinding

/** All events of a delivery, in the order in which they happen. */
export type DeliverEvent =
  | { readonly type: 'note'; readonly text: string }
  | { readonly type: 'planned'; readonly plan: Plan }
  | { readonly type: 'files'; readonly files: readonly SentFile[] }
  | { readonly type: 'reading'; readonly file: string }
  | ({ readonly type: 'progress' } & FileProgress)
  | ({ readonly type: 'retry'; readonly file: string } & RetryNotice)
  | { readonly type: 'checking'; readonly file: string }
  | { readonly type: 'checked'; readonly file: string; readonly upload: Upload }
  | { readonly type: 'failed'; readonly file: string; readonly why: string }
  | { readonly type: 'findings'; readonly findings: readonly FileFinding[] }
  | { readonly type: 'differences'; readonly differences: readonly string[] }
  | { readonly type: 'review'; readonly review: ReturnedReview }
  | { readonly type: 'release'; readonly text: string; readonly releaseId: string }
  /** `findings` are all that the submission returned, including those that were shown before it. */
  | { readonly type: 'submitted'; readonly releaseId: string; readonly findings: readonly Finding[] }
  | { readonly type: 'status'; readonly text: string; readonly at: string }

/** Called with each event; must not throw. */
export type Emit = (event: DeliverEvent) => void

/** The hub does not answer; the delivery continues automatically when it does. */
export const awayEvent = (error: SpindleError): DeliverEvent => ({
  type: 'note',
  text: `${explainError(error).message}. Trying again until the hub answers.`,
})

export const retryEvent = (file: string, { attempt, maxRetries, delayMs, error }: UploadRetry): DeliverEvent => ({
  type: 'retry',
  file,
  attempt,
  of: maxRetries,
  delayMs,
  reason: describeReason(error),
})

function describeReason(error: SpindleError): string {
  if (error instanceof ConnectionError) return 'connection lost'
  return error.code === 'rate_limited' ? 'the hub limits requests' : error.code.replaceAll('_', ' ')
}
