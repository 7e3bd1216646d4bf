import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import { findRevision } from '../deliveries/delivery-queries.ts'
import { compareRevisions, type MemberChange } from '../model/compare-revisions.ts'
import type { ReleaseRecord } from '../model/release-record.ts'
import { type ReleaseChange, recordEvent } from '../status/change-release.ts'
import { setReview } from '../status/review-state.ts'

/** Which revisions of a delivered release the operator reviews before outlets get them. */

export interface ReviewPolicy {
  readonly mode: 'auto' | 'manual'
  /** Members of a reviewed release that may change without another review. */
  readonly freeMembers: readonly string[]
}

/** The differences between the submitted and the last approved revision; undefined without an approved one. */
export async function findChangesSinceApproval(
  sql: Tenant,
  { id, revision, approvedRevision }: Pick<ReleaseRecord, 'id' | 'revision' | 'approvedRevision'>,
): Promise<readonly MemberChange[] | undefined> {
  if (approvedRevision === null) return undefined
  const approved = await findRevision(sql, id, approvedRevision)
  const submitted = await findRevision(sql, id, revision)
  return approved && submitted && compareRevisions(approved, submitted)
}

/** Whether the operator must review the new revision of a delivered release before outlets get it. */
export async function isUpdateReviewed(
  trx: TenantTransaction,
  policy: ReviewPolicy,
  release: ReleaseRecord,
): Promise<boolean> {
  if (policy.mode === 'auto') return false
  const changes = await findChangesSinceApproval(trx, release)
  return changes === undefined || changes.some(({ member }) => !policy.freeMembers.includes(member))
}

/** The release and its outlets stay as they are until the operator has decided. */
export function waitForUpdateReview(
  change: ReleaseChange,
  { revision }: ReleaseRecord,
  digests: Readonly<Record<string, unknown>>,
): void {
  recordEvent(change, { type: 'release.submitted', data: { ...digests, waitsForReview: true } })
  change.state = { ...change.state, reviewRevision: revision }
  setReview(change, { decision: 'waiting', revision })
}
