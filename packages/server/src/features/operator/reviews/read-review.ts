import type { Release } from '@spindle/contract'
import type { ReviewClaim, ReviewDetail, ReviewItem } from '@spindle/contract/console'
import type { Database } from '../../../platform/database/sql.ts'
import type { People } from '../../people/index.ts'
import type { Reviews, WaitingReview } from '../../releases/index.ts'
import { listUploadsById } from '../../uploads/index.ts'

/** A release of any account as its reviewer sees it, put together from what releases, uploads and people say. */

export interface ReviewSources {
  readonly database: Database
  readonly reviews: Reviews
  readonly people: Pick<People, 'findNames'>
}

type Names = ReadonlyMap<string, string>

export function toReviewItem(
  { claimedBy, claimedAt, submittedAt, ...review }: WaitingReview,
  names: Names,
): ReviewItem {
  const claim = claimedBy && claimedAt ? toClaim({ userId: claimedBy, claimedAt }, names) : null
  return { ...review, submittedAt: submittedAt.toISOString(), claim }
}

const toClaim = (
  { userId, claimedAt }: { readonly userId: ReviewClaim['userId']; readonly claimedAt: Date },
  names: Names,
): ReviewClaim => ({ userId, name: names.get(userId) ?? '', at: claimedAt.toISOString() })

/** Throws `release_not_found`. */
export async function readReview(
  { database, reviews, people }: ReviewSources,
  releaseId: string,
): Promise<ReviewDetail> {
  const found = await reviews.showReview(releaseId)
  const { accountId, accountName, displayArtist, isWaiting, changes, claim, release } = found
  const shown = await reviews.readRelease(releaseId)
  const names = claim ? await people.findNames([claim.userId]) : new Map()
  return {
    accountId,
    accountName,
    displayArtist,
    isWaiting,
    isUpdate: isWaiting && shown.status !== 'submitted' && shown.status !== 'in_review',
    approvedRevision: release.approvedRevision,
    claim: claim ? toClaim(claim, names) : null,
    release: shown,
    uploads: await listUploadsById(database.tenant(accountId), uploadIdsOf(shown)),
    changes: changes.map(({ pointer, before, after }) => ({ pointer, before, after })),
    heldAt: [...found.heldAt],
    audioChangeReasons: [...found.audioChangeReasons],
    heldReleases: [...found.heldReleases],
  }
}

const uploadIdsOf = ({ coverUploadId, tracks }: Release): string[] => [
  ...new Set([
    ...(coverUploadId === undefined ? [] : [coverUploadId]),
    ...tracks.flatMap(({ uploadId }) => uploadId ?? []),
  ]),
]
