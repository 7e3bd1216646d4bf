import { Link } from 'wouter'
import type { ReviewDetail } from '../../../data/api/operator-api.ts'
import { reviewFile } from '../../../data/api/operator-api.ts'
import { useReview } from '../../../data/queries/operator-queries.ts'
import { Cover } from '../../../parts/cover.tsx'
import { FailureNotice, Notice } from '../../../parts/layout/notice.tsx'
import { Skeleton } from '../../../parts/layout/skeleton.tsx'
import { StatusChip } from '../../../parts/status-chip.tsx'
import { pathOf, routes } from '../../../routes.ts'
import { operatorWords } from '../../../words/operator/operator-words.ts'
import { formatAgo, words } from '../../../words/words.ts'
import { Decisions } from './decisions.tsx'
import { ReviewChanges } from './review-changes.tsx'
import { ReviewChecks } from './review-checks.tsx'
import { ReviewContent } from './review-content.tsx'
import { ReviewTracks } from './review-tracks.tsx'

const texts = operatorWords.reviews

export interface OpenReviewProps {
  readonly userId: string
  readonly releaseId: string
  readonly onDecided: (text: string) => void
}

export function OpenReview({ userId, releaseId, onDecided }: OpenReviewProps) {
  const review = useReview(releaseId)
  return (
    <section className="stack review" aria-label={texts.title}>
      <p className="narrow-only">
        <Link href={routes.reviews}>‹ {texts.back}</Link>
      </p>
      {review.error && <FailureNotice error={review.error} onRetry={() => void review.refetch()} />}
      {review.data ? (
        <ShownReview userId={userId} review={review.data} onDecided={onDecided} />
      ) : (
        !review.error && <Skeleton rows={8} />
      )}
    </section>
  )
}

interface ShownReviewProps {
  readonly userId: string
  readonly review: ReviewDetail
  readonly onDecided: (text: string) => void
}

function ShownReview({ userId, review, onDecided }: ShownReviewProps) {
  const { release, isWaiting, heldAt, heldReleases } = review
  return (
    <>
      <div className="release-head">
        <ReviewCover review={review} />
        <div className="stack tight">
          <h2 className="review-title">
            <bdi>{release.title}</bdi>
          </h2>
          <p className="row tight">
            <StatusChip status={release.status} />
            <span>
              <bdi>{review.displayArtist ?? words.catalog.noArtist}</bdi> · {words.release.types[release.type]} ·{' '}
              <bdi>{review.accountName}</bdi>
            </span>
          </p>
          <p className="small soft">
            {texts.revision(release.revision, review.approvedRevision)}
            {release.submittedAt !== null && ` · ${texts.waits(formatAgo(release.submittedAt))}`}
          </p>
          {review.claim && (
            <p className="small">
              {review.claim.userId === userId ? texts.claimedByYou : <bdi>{texts.claimedBy(review.claim.name)}</bdi>}
            </p>
          )}
        </div>
      </div>
      {!isWaiting && (
        <Notice tone="info">
          <p>{texts.decided}</p>
        </Notice>
      )}
      {heldAt.length > 0 && (
        <Notice tone="warn">
          <p>{texts.held(heldAt.map((id) => nameOutlet(release, id)).join(', '))}</p>
        </Notice>
      )}
      {heldReleases.length > 0 && (
        <Notice tone="warn">
          <p>{texts.heldElsewhere}</p>
          <ul className="row tight">
            {heldReleases.map(({ id: releaseId, title: heldTitle }) => (
              <li key={releaseId}>
                <Link title={releaseId} href={pathOf('review', { releaseId })}>
                  <bdi>{heldTitle}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Decisions userId={userId} review={review} onDecided={onDecided} />
      {review.approvedRevision !== null && isWaiting && <ReviewChanges review={review} />}
      <ReviewTracks review={review} />
      <ReviewChecks findings={release.findings} tracks={release.tracks} />
      <ReviewContent release={release} />
    </>
  )
}

/** What is held was delivered, so the release has the name. */
const nameOutlet = ({ deliveries }: ReviewDetail['release'], id: string): string =>
  deliveries.find(({ outlet }) => outlet.id === id)?.outlet.name ?? id

function ReviewCover({ review: { release, isWaiting } }: { readonly review: ReviewDetail }) {
  const { id, title, coverUploadId } = release
  if (!isWaiting || coverUploadId === undefined) return <Cover id={id} title={title} size="large" />
  return (
    <a href={`${reviewFile(id, 'image', coverUploadId)}?size=640`} target="_blank" rel="noreferrer">
      <img
        className="review-cover"
        src={`${reviewFile(id, 'image', coverUploadId)}?size=256`}
        alt={texts.cover(title)}
        width={128}
        height={128}
      />
    </a>
  )
}
