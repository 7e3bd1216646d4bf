import { AppError, type Release, type ReviewIssue } from '@spindle/contract'
import { pageOf } from '../../../http/responses/page-of.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tenant } from '../../../platform/database/sql.ts'
import type { AccountId, Id } from '../../../platform/values/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import { findAudioChangeReasons } from '../audio/audio-queries.ts'
import type { ReleaseDeliveries, Takedown } from '../deliveries/change-deliveries.ts'
import { findDeliveries } from '../deliveries/delivery-queries.ts'
import type { Actor } from '../model/actor.ts'
import type { MemberChange } from '../model/compare-revisions.ts'
import { toColumns } from '../model/release-document.ts'
import type { ReleaseRecord } from '../model/release-record.ts'
import type { Reviewer } from '../model/reviewer.ts'
import type { ReleaseReader } from '../reading/read-releases.ts'
import { findRelease } from '../release-queries.ts'
import { giveCodesBack } from '../replacement/check-replacement.ts'
import type { ReleaseService } from '../service.ts'
import {
  applyTrigger,
  type EventDetails,
  type ReleaseChange,
  type ReleaseWork,
  recordEvent,
  stateConflict,
} from '../status/change-release.ts'
import { isReviewWaiting, isUpdateWaiting, setReview } from '../status/review-state.ts'
import { findChangesSinceApproval } from '../submission/review-policy.ts'
import { findHeldReleases, type HeldRelease } from '../submission/submission-queries.ts'
import type { ReleaseSubmitter } from '../submission/submit-release.ts'
import { type OperatorTakedowns, operatorTakedowns } from '../takedown/operator-takedowns.ts'
import type { Takedowns } from '../takedown/takedowns.ts'
import {
  type ClaimRow,
  countWaitingReviews,
  findAccountOf,
  findClaim,
  findWaitingReviews,
  isUploadInReview,
  saveClaim,
  type WaitingFilters,
  type WaitingRow,
} from './review-queries.ts'

/** The operator's decisions about submitted releases, if review is manual. */
export interface Reviews extends OperatorTakedowns {
  /** Of all accounts, the longest waiting first. `next` is the `after` of the next page. */
  listReviews(page: ReviewPage): Promise<{ readonly data: readonly WaitingReview[]; readonly next: string | null }>
  /** The number of results of the list with the same filters. */
  countReviews(filters?: WaitingFilters): Promise<number>
  /** One release with its changes since the last approval. Throws `release_not_found`. */
  showReview(releaseId: string): Promise<ShownReview>
  /** The same release as its account reads it. Throws `release_not_found`. */
  readRelease(releaseId: string): Promise<Release>
  /** The account of the upload, while a release that refers to it waits for a review. Throws `upload_not_found`. */
  requireUploadInReview(releaseId: string, uploadId: string): Promise<AccountId>
  /** Throws `state_conflict` if another reviewer has claimed it, unless the claim is taken over. */
  claimRelease(releaseId: string, reviewer: Reviewer & { readonly id: Id<'usr'> }, claim: Claim): Promise<void>
  /** Each throws `release_not_found` or `state_conflict`, also if the release has another revision than `revision`. */
  approveRelease(releaseId: string, reviewer: Reviewer, revision?: number): Promise<void>
  /** Final for a new release: its account clones it to try again. A delivered one keeps the previous revision. */
  rejectRelease(releaseId: string, reviewer: Reviewer, reason: Rejection, revision?: number): Promise<void>
  requestChanges(
    releaseId: string,
    reviewer: Reviewer,
    issues: readonly ReviewIssue[],
    revision?: number,
  ): Promise<void>
  /** At outlets where only a person can confirm it. */
  markLive(releaseId: string, reviewer: Reviewer, outlets: readonly string[]): Promise<void>
  /** Restores it at the named outlets, or at all where the operator took it down. */
  reinstate(releaseId: string, reviewer: Reviewer, outlets: Takedown['outlets']): Promise<void>
}

export interface ReviewPage extends WaitingFilters {
  readonly limit: number
  readonly after?: string | undefined
}

interface Claim {
  readonly revision: number
  readonly takesOver: boolean
}

interface Decision {
  readonly releaseId: string
  readonly by: Reviewer
  readonly revision?: number | undefined
}

export interface ShownReview {
  readonly accountId: AccountId
  readonly accountName: string
  readonly displayArtist: string | null
  readonly release: Omit<ReleaseRecord, 'lastEventSha256'>
  /** Empty for a release that was never approved. */
  readonly changes: readonly MemberChange[]
  /** Why the account replaced audio since the last approved revision. */
  readonly audioChangeReasons: readonly string[]
  /** Outlets where the operator took it down. */
  readonly heldAt: readonly string[]
  /** Other releases with one of its recordings that the operator took down. */
  readonly heldReleases: readonly HeldRelease[]
  /** A decision is needed. */
  readonly isWaiting: boolean
  /** The reviewer who has claimed this revision. */
  readonly claim: ClaimRow | undefined
}

export interface WaitingReview extends WaitingRow {
  readonly accountName: string
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
  readonly deliveries: Pick<ReleaseDeliveries, 'reinstate' | 'markLive'>
  readonly takedowns: Takedowns
  readonly reading: Pick<ReleaseReader, 'get'>
}

export function releaseReviews(options: ReviewOptions): Reviews {
  const { database, accounts, clock, service, submission, deliveries, takedowns, reading } = options
  const decide = async ({ releaseId, by, revision }: Decision, work: ReleaseWork): Promise<void> => {
    const accountId = await requireAccountOf(database, releaseId)
    const actor: Actor = { type: 'operator', id: by.id, name: by.name.slice(0, 200) }
    await database.tenantTransaction(accountId, (trx) =>
      service.change({ trx, actor }, releaseId, (change, release) => {
        if (revision !== undefined && revision !== release.revision)
          throw stateConflict(change.state.status, [], `The release is now at revision ${release.revision}.`)
        return work(change, release)
      }),
    )
  }
  const now = (): Date => new Date(clock.now())
  return {
    async listReviews({ limit, after, ...filters }) {
      const query = { ...filters, after: after === undefined ? undefined : parsePosition(after), limit: limit + 1 }
      const { data, next } = pageOf(await findWaitingReviews(database, query), { limit }, positionOf)
      const names = await accounts.findNames(data.map(({ accountId }) => accountId))
      return { data: data.map((review) => ({ ...review, accountName: names.get(review.accountId) ?? '' })), next }
    },
    countReviews: (filters) => countWaitingReviews(database, filters),
    async readRelease(releaseId) {
      return (await reading.get(await openTenant(database, releaseId), releaseId)).body
    },
    async requireUploadInReview(releaseId, uploadId) {
      const accountId = await findAccountOf(database, releaseId)
      if (!accountId || !(await isUploadInReview(database.tenant(accountId), releaseId, uploadId)))
        throw new AppError('upload_not_found')
      return accountId
    },
    async showReview(releaseId) {
      const accountId = await requireAccountOf(database, releaseId)
      const tenant = database.tenant(accountId)
      const release = await findRelease(tenant, releaseId)
      if (!release) throw new AppError('release_not_found')
      const changes = await findChangesSinceApproval(tenant, release)
      const audioChangeReasons = await findAudioChangeReasons(tenant, release)
      const heldAt = await listHeldOutlets(tenant, releaseId)
      const { replaces: replacedId } = release.document
      const heldReleases = await findHeldReleases(tenant, releaseId, { undelivered: false, replacedId })
      const { lastEventSha256: _chain, ...shown } = release
      const { displayArtist } = toColumns(release.document)
      const accountName = await accounts.findName(tenant)
      const isWaiting = isReviewWaiting(release)
      const claim = await findClaim(tenant, releaseId, release.revision)
      const names = { accountId, accountName, displayArtist }
      const held = { heldAt, heldReleases }
      return { ...names, release: shown, changes: changes ?? [], audioChangeReasons, ...held, isWaiting, claim }
    },
    claimRelease: (releaseId, by, { revision, takesOver }) =>
      decide({ releaseId, by, revision }, async (change, release) => {
        const { status } = change.state
        if (!isReviewWaiting(release))
          throw stateConflict(status, [], `The release is ${status} and is not waiting for review.`)
        const claim = await findClaim(change.trx, releaseId, revision)
        if (claim && claim.userId !== by.id && !takesOver) throw stateConflict(status, [], claimedByAnother)
        if (status === 'submitted') applyTrigger(change, 'claim')
        await saveClaim(change.trx, { releaseId, revision, userId: by.id, at: now() })
      }),
    approveRelease: (releaseId, by, revision) =>
      decide({ releaseId, by, revision }, (change, release) => submission.approve(change, release)),
    rejectRelease: (releaseId, by, { code, text }, seen) =>
      decide({ releaseId, by, revision: seen }, async (change, { revision }) => {
        const note = text.slice(0, 1000)
        await decline(change, 'reject', { reason: note, data: { code } })
        setReview(change, { decision: 'rejected', revision, note, decidedAt: now() })
      }),
    requestChanges: (releaseId, by, issues, seen) =>
      decide({ releaseId, by, revision: seen }, async (change, { revision }) => {
        const note = noteOf(issues)
        await decline(change, 'request_changes', { reason: note, data: { issues } })
        setReview(change, { decision: 'changes_requested', revision, note, issues, decidedAt: now() })
      }),
    ...operatorTakedowns({ takedowns, decide, openTenant: (releaseId) => openTenant(database, releaseId) }),
    markLive: (releaseId, by, named) => decide({ releaseId, by }, (change) => deliveries.markLive(change, named)),
    reinstate: (releaseId, by, named) => decide({ releaseId, by }, (change) => deliveries.reinstate(change, named)),
  }
}

const claimedByAnother = 'This release is assigned to another operator. Take it over, or choose another release.'

const listHeldOutlets = async (tenant: Tenant, releaseId: string): Promise<readonly string[]> =>
  (await findDeliveries(tenant, releaseId)).flatMap(({ isHeld, outletId }) => (isHeld ? [outletId] : []))

const noteOf = (issues: readonly ReviewIssue[]): string =>
  issues
    .map(({ pointer, note }) => `${pointer || '/'}: ${note}`)
    .join('\n')
    .slice(0, 1000)

const positionOf = ({ submittedAt, releaseId }: WaitingRow): string => `${submittedAt.toISOString()} ${releaseId}`

function parsePosition(after: string): { readonly submittedAt: Date; readonly releaseId: string } {
  const [at = '', releaseId = ''] = after.split(' ')
  return { submittedAt: new Date(at), releaseId }
}

async function requireAccountOf(database: Database, releaseId: string): Promise<AccountId> {
  const accountId = await findAccountOf(database, releaseId)
  if (!accountId) throw new AppError('release_not_found')
  return accountId
}

const openTenant = async (database: Database, releaseId: string): Promise<Tenant> =>
  database.tenant(await requireAccountOf(database, releaseId))

/**
 * A new release returns to its account; of a delivered one only the new revision does, and outlets keep the old one.
 */
async function decline(
  change: ReleaseChange,
  trigger: 'reject' | 'request_changes',
  details: EventDetails,
): Promise<void> {
  if (isUpdateWaiting(change)) {
    const type = trigger === 'reject' ? 'release.rejected' : 'release.changes_requested'
    recordEvent(change, { ...details, type })
    change.state = { ...change.state, reviewRevision: null }
    return
  }
  if (change.state.status === 'submitted') applyTrigger(change, 'claim')
  applyTrigger(change, trigger, details)
  await giveCodesBack(change)
}
