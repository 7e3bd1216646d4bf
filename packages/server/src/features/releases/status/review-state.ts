import type { Review } from '@spindle/contract'
import { isWithOutlets, type ReleaseRecord } from '../model/release-record.ts'
import type { ReleaseChange } from './change-release.ts'

/** A new revision of a delivered release waits for the operator, while outlets keep the previous one. */
export const isUpdateWaiting = ({ state }: ReleaseChange): boolean =>
  state.reviewRevision !== null && isWithOutlets(state.status)

/** A decision of the operator is needed: about a submitted release, or about a new revision of a delivered one. */
export const isReviewWaiting = ({
  status,
  reviewRevision,
}: Pick<ReleaseRecord, 'status' | 'reviewRevision'>): boolean =>
  status === 'submitted' || status === 'in_review' || (reviewRevision !== null && isWithOutlets(status))

export interface ReviewState extends Pick<Review, 'decision' | 'revision'> {
  readonly note?: string
  readonly issues?: readonly Review['issues'][number][]
  /** Absent while it waits. */
  readonly decidedAt?: Date
}

/** Stores what the account reads about its review. */
export function setReview(
  change: ReleaseChange,
  { decision, revision, note, issues = [], decidedAt }: ReviewState,
): void {
  const review: Review = {
    decision,
    revision,
    note: note ?? null,
    issues: [...issues],
    decidedAt: decidedAt?.toISOString() ?? null,
  }
  change.state = { ...change.state, review }
}

/** An edit withdraws the waiting revision from review: only what was shown can be approved. */
export function withdrawUpdate(change: ReleaseChange): void {
  change.state = { ...change.state, reviewRevision: null, review: null }
}
