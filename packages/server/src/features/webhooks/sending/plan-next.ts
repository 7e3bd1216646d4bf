import type { WebhookDisabledReason } from '@spindle/contract'
import type { MessageRow } from '../messages/message-queries.ts'
import type { WebhookRow } from '../webhook-queries.ts'
import type { PostOutcome } from './post-message.ts'
import { findRetryDelay, parseRetryAfter } from './retry-schedule.ts'

/** What follows from an attempt, as a pure function. */

export interface AttemptPlan {
  readonly status: MessageRow['status']
  readonly nextAttemptAt: Date | null
  /** The webhook gets nothing any more, for this reason. */
  readonly disables: WebhookDisabledReason | null
}

export interface FinishedAttempt {
  readonly outcome: Pick<PostOutcome, 'statusCode' | 'failure' | 'retryAfter'>
  /** Attempts of the schedule that are over, this one included. */
  readonly retries: number
  readonly createdAt: Date
  readonly lastDeliveredAt: WebhookRow['lastDeliveredAt']
  readonly nowMs: number
  readonly delaysMs?: readonly number[] | undefined
}

export function planNext(attempt: FinishedAttempt): AttemptPlan {
  const { outcome, retries, createdAt, lastDeliveredAt, nowMs, delaysMs } = attempt
  if (outcome.failure === null) return { status: 'delivered', nextAttemptAt: null, disables: null }
  if (outcome.statusCode === 410) return { status: 'failed', nextAttemptAt: null, disables: 'gone' }
  const retryAfterMs = parseRetryAfter(outcome.statusCode, outcome.retryAfter, nowMs)
  const delay = findRetryDelay({ attempts: retries, retryAfterMs, ...(delaysMs && { delaysMs }) })
  if (delay !== undefined) return { status: 'pending', nextAttemptAt: new Date(nowMs + delay), disables: null }
  // Nothing arrived in all the time in which this message was tried.
  const isDead = lastDeliveredAt === null || lastDeliveredAt < createdAt
  return { status: 'failed', nextAttemptAt: null, disables: isDead ? 'failing' : null }
}
