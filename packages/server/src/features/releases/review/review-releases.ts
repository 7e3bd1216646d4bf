import { AppError, type ReleaseStatus } from '@spindle/contract'
import type { Database } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { ReleaseService } from '../service.ts'
import { applyTrigger, type ReleaseWork } from '../status/change-release.ts'
import type { Actor } from '../status/event-chain.ts'
import type { ReleaseSubmitter } from '../submission/submit-release.ts'
import { findAccountOf, findWaitingReviews } from './review-store.ts'

/** What the operator decides about submitted releases, where review is manual. */
export interface Reviews {
  /** Of all accounts, the longest waiting first. */
  listReviews(): Promise<WaitingReview[]>
  /** Each throws `release_not_found` or `state_conflict`. */
  approveRelease(releaseId: string, reviewer: string): Promise<void>
  /** Final for this release: its account clones it to try again. */
  rejectRelease(releaseId: string, reviewer: string, reason: Rejection): Promise<void>
  requestChanges(releaseId: string, reviewer: string, issues: readonly ReviewIssue[]): Promise<void>
}

export interface WaitingReview {
  readonly accountId: AccountId
  readonly accountName: string
  readonly releaseId: string
  readonly title: string
  readonly displayArtist: string | null
  readonly status: ReleaseStatus
  readonly warnings: number
  readonly submittedAt: Date
}

/** snake_case code and a text for people. */
export interface Rejection {
  readonly code: string
  readonly text: string
}

/** One thing to change: where (RFC 6901 pointer), and what. */
export interface ReviewIssue {
  readonly code: string
  readonly pointer: string
  readonly note: string
}

export interface ReviewOptions {
  readonly database: Database
  readonly accounts: Pick<Accounts, 'findNames'>
  readonly service: ReleaseService
  readonly submission: ReleaseSubmitter
}

export function releaseReviews({ database, accounts, service, submission }: ReviewOptions): Reviews {
  const decide = async (releaseId: string, reviewer: string, work: ReleaseWork): Promise<void> => {
    const accountId = await findAccountOf(database, releaseId)
    if (!accountId) throw new AppError('release_not_found')
    const actor: Actor = { type: 'operator', id: null, name: reviewer.slice(0, 200) }
    await database.tenantTransaction(accountId, (trx) => service.change({ trx, actor }, releaseId, work))
  }
  return {
    async listReviews() {
      const waiting = await findWaitingReviews(database)
      const names = await accounts.findNames(waiting.map(({ accountId }) => accountId))
      return waiting.map((review) => ({ ...review, accountName: names.get(review.accountId) ?? '' }))
    },
    approveRelease: (releaseId, reviewer) =>
      decide(releaseId, reviewer, (change, release) => submission.approve(change, release)),
    rejectRelease: (releaseId, reviewer, { code, text }) =>
      decide(releaseId, reviewer, (change) => {
        if (change.state.status === 'submitted') applyTrigger(change, 'claim')
        applyTrigger(change, 'reject', { reason: text.slice(0, 1000), data: { code } })
      }),
    requestChanges: (releaseId, reviewer, issues) =>
      decide(releaseId, reviewer, (change) => {
        if (change.state.status === 'submitted') applyTrigger(change, 'claim')
        const reason = issues.map(({ pointer, note }) => `${pointer || '/'}: ${note}`).join('\n')
        applyTrigger(change, 'request_changes', { reason: reason.slice(0, 1000), data: { issues } })
      }),
  }
}
