import { AppError, type ReleaseStatus, type ReviewIssue } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { ReleaseDeliveries, Takedown } from '../deliveries/change-deliveries.ts'
import { findDeliveries } from '../deliveries/delivery-store.ts'
import type { MemberChange } from '../model/compare-revisions.ts'
import { toColumns } from '../model/release-document.ts'
import type { ReleaseRecord } from '../model/release-record.ts'
import { findRelease } from '../release-store.ts'
import type { ReleaseService } from '../service.ts'
import {
  applyTrigger,
  type EventDetails,
  type ReleaseChange,
  type ReleaseWork,
  recordEvent,
  stateConflict,
} from '../status/change-release.ts'
import type { Actor } from '../status/event-chain.ts'
import { isUpdateWaiting, setReview } from '../status/review-state.ts'
import { findChangesSinceApproval } from '../submission/review-policy.ts'
import type { ReleaseSubmitter } from '../submission/submit-release.ts'
import { findAccountOf, findWaitingReviews } from './review-store.ts'

/** What the operator decides about submitted releases, where review is manual. */
export interface Reviews {
  /** Of all accounts, the longest waiting first. */
  listReviews(): Promise<WaitingReview[]>
  /** One release with what changed since it was approved last. Throws `release_not_found`. */
  showReview(releaseId: string): Promise<ShownReview>
  /** Each throws `release_not_found` or `state_conflict`, also when the release is at another revision than `revision`. */
  approveRelease(releaseId: string, reviewer: string, revision?: number): Promise<void>
  /** Final for a new release: its account clones it to try again. A delivered one keeps the revision before. */
  rejectRelease(releaseId: string, reviewer: string, reason: Rejection, revision?: number): Promise<void>
  requestChanges(releaseId: string, reviewer: string, issues: readonly ReviewIssue[], revision?: number): Promise<void>
  /** At the outlets that are named, or at all of them. The account cannot undo it. */
  takeDown(releaseId: string, reviewer: string, request: Takedown): Promise<void>
  /** Back to the outlets that are named, or to all where the operator took it down. */
  reinstate(releaseId: string, reviewer: string, outlets: Takedown['outlets']): Promise<void>
}

interface Decision {
  readonly releaseId: string
  readonly by: string
  readonly revision?: number | undefined
}

export interface ShownReview {
  readonly accountId: AccountId
  readonly accountName: string
  readonly displayArtist: string | null
  readonly release: Omit<ReleaseRecord, 'lastEventSha256'>
  /** Empty for a release that was never approved. */
  readonly changes: readonly MemberChange[]
  /** Outlets where the operator took it down. */
  readonly heldAt: readonly string[]
}

export interface WaitingReview {
  readonly accountId: AccountId
  readonly accountName: string
  readonly releaseId: string
  readonly title: string
  readonly displayArtist: string | null
  readonly status: ReleaseStatus
  readonly revision: number
  readonly warnings: number
  readonly submittedAt: Date
}

/** snake_case code and a text for people. */
export interface Rejection {
  readonly code: string
  readonly text: string
}

export interface ReviewOptions {
  readonly database: Database
  readonly accounts: Pick<Accounts, 'findName' | 'findNames'>
  readonly clock: Clock
  readonly service: ReleaseService
  readonly submission: ReleaseSubmitter
  readonly deliveries: Pick<ReleaseDeliveries, 'takeDown' | 'reinstate'>
}

export function releaseReviews(options: ReviewOptions): Reviews {
  const { database, accounts, clock, service, submission, deliveries } = options
  const decide = async ({ releaseId, by, revision }: Decision, work: ReleaseWork): Promise<void> => {
    const accountId = await requireAccountOf(database, releaseId)
    const actor: Actor = { type: 'operator', id: null, name: by.slice(0, 200) }
    await database.tenantTransaction(accountId, (trx) =>
      service.change({ trx, actor }, releaseId, (change, release) => {
        if (revision !== undefined && revision !== release.revision)
          throw stateConflict(change.state.status, [], `The release is at revision ${release.revision} by now.`)
        return work(change, release)
      }),
    )
  }
  const now = (): Date => new Date(clock.now())
  return {
    async listReviews() {
      const waiting = await findWaitingReviews(database)
      const names = await accounts.findNames(waiting.map(({ accountId }) => accountId))
      return waiting.map((review) => ({ ...review, accountName: names.get(review.accountId) ?? '' }))
    },
    async showReview(releaseId) {
      const accountId = await requireAccountOf(database, releaseId)
      const tenant = database.tenant(accountId)
      const release = await findRelease(tenant, releaseId)
      if (!release) throw new AppError('release_not_found')
      const changes = await findChangesSinceApproval(tenant, release)
      const heldAt = (await findDeliveries(tenant, releaseId)).flatMap(({ isHeld, outletId }) =>
        isHeld ? [outletId] : [],
      )
      const { lastEventSha256: _chain, ...shown } = release
      const { displayArtist } = toColumns(release.document)
      const accountName = await accounts.findName(tenant)
      return { accountId, accountName, displayArtist, release: shown, changes: changes ?? [], heldAt }
    },
    approveRelease: (releaseId, by, revision) =>
      decide({ releaseId, by, revision }, (change, release) => submission.approve(change, release)),
    rejectRelease: (releaseId, by, { code, text }, seen) =>
      decide({ releaseId, by, revision: seen }, (change, { revision }) => {
        const note = text.slice(0, 1000)
        decline(change, 'reject', { reason: note, data: { code } })
        setReview(change, { decision: 'rejected', revision, note, decidedAt: now() })
      }),
    requestChanges: (releaseId, by, issues, seen) =>
      decide({ releaseId, by, revision: seen }, (change, { revision }) => {
        const note = issues
          .map(({ pointer, note }) => `${pointer || '/'}: ${note}`)
          .join('\n')
          .slice(0, 1000)
        decline(change, 'request_changes', { reason: note, data: { issues } })
        setReview(change, { decision: 'changes_requested', revision, note, issues, decidedAt: now() })
      }),
    takeDown: (releaseId, by, request) => decide({ releaseId, by }, (change) => deliveries.takeDown(change, request)),
    reinstate: (releaseId, by, outlets) => decide({ releaseId, by }, (change) => deliveries.reinstate(change, outlets)),
  }
}

async function requireAccountOf(database: Database, releaseId: string): Promise<AccountId> {
  const accountId = await findAccountOf(database, releaseId)
  if (!accountId) throw new AppError('release_not_found')
  return accountId
}

/** A new release goes back to its account; of a delivered one only the new revision does, and outlets keep the old. */
function decline(change: ReleaseChange, trigger: 'reject' | 'request_changes', details: EventDetails): void {
  if (isUpdateWaiting(change)) {
    const type = trigger === 'reject' ? 'release.rejected' : 'release.changes_requested'
    recordEvent(change, { ...details, type })
    change.state = { ...change.state, reviewRevision: null }
    return
  }
  if (change.state.status === 'submitted') applyTrigger(change, 'claim')
  applyTrigger(change, trigger, details)
}
