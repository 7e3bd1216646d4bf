import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { ReviewEntry } from '../../../data/api/operator-api.ts'
import { useReviews } from '../../../data/queries/operator-queries.ts'
import { EmptyState } from '../../../parts/layout/empty-state.tsx'
import { Notice } from '../../../parts/layout/notice.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { PagedList } from '../../../parts/lists/paged-list.tsx'
import { closePlayer } from '../../../parts/player/player.ts'
import { pathOf, routes } from '../../../routes.ts'
import { operatorWords } from '../../../words/operator/operator-words.ts'
import { formatAgo } from '../../../words/words.ts'
import { FindRelease } from './find-release.tsx'
import { OpenReview } from './open-review.tsx'
import { useKeys } from './use-keys.ts'

const texts = operatorWords.reviews

export interface ReviewsPageProps {
  readonly userId: string
  readonly releaseId?: string
}

/** The waiting releases, and beside them the open one. After a decision the next one opens. */
export function ReviewsPage({ userId, releaseId }: ReviewsPageProps) {
  const reviews = useReviews()
  const [, navigate] = useLocation()
  const [done, setDone] = useState<string>()
  const waiting = reviews.data?.pages.flatMap(({ data }) => data) ?? []
  const place = waiting.findIndex((entry) => entry.releaseId === releaseId)
  const go = (entry: ReviewEntry | undefined): void =>
    navigate(entry ? pathOf('review', { releaseId: entry.releaseId }) : routes.reviews)
  const step = (by: 1 | -1) => (): void => {
    const next = waiting[place < 0 ? 0 : place + by]
    if (next) go(next)
  }
  useKeys({ j: step(1), k: step(-1) })
  const decided = (text: string): void => {
    // Its masters are closed from now on.
    closePlayer()
    setDone(text)
    go(place < 0 ? undefined : (waiting[place + 1] ?? waiting[place - 1]))
  }
  return (
    <Page title={texts.title} actions={<FindRelease />}>
      {done !== undefined && (
        <Notice tone="good" isAlert>
          <p>
            <bdi>{done}</bdi>
          </p>
        </Notice>
      )}
      <div className="review-grid" data-open={releaseId !== undefined || undefined}>
        <section className="review-queue stack tight" aria-labelledby="queue-title">
          <h2 id="queue-title">{texts.queue}</h2>
          <PagedList list={reviews} empty={<EmptyState title={texts.emptyTitle} text={texts.empty} />}>
            {(entries) => (
              <>
                <p className="small soft wide-only">{texts.keys}</p>
                <ul className="rows card">
                  {entries.map((entry) => (
                    <QueueRow key={entry.releaseId} entry={entry} isOpen={entry.releaseId === releaseId} />
                  ))}
                </ul>
              </>
            )}
          </PagedList>
        </section>
        {releaseId === undefined ? (
          waiting.length > 0 && <p className="soft review-choose wide-only">{texts.choose}</p>
        ) : (
          <OpenReview key={releaseId} userId={userId} releaseId={releaseId} onDecided={decided} />
        )}
      </div>
    </Page>
  )
}

function QueueRow({ entry, isOpen }: { readonly entry: ReviewEntry; readonly isOpen: boolean }) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li ref={row} className="queue-row" data-open={isOpen || undefined}>
      <Link
        href={pathOf('review', { releaseId: entry.releaseId })}
        className="release-title"
        aria-current={isOpen ? 'true' : undefined}
      >
        <bdi>{entry.title}</bdi>
      </Link>
      <p className="small soft">
        <bdi>{entry.accountName}</bdi>
        {entry.displayArtist !== null && (
          <>
            {' · '}
            <bdi>{entry.displayArtist}</bdi>
          </>
        )}
      </p>
      <p className="small soft">
        {entry.isUpdate && <span className="chip info">{texts.update}</span>}{' '}
        {texts.waits(formatAgo(entry.submittedAt))}
        {' · '}
        {texts.counts(entry.errors, entry.warnings)}
      </p>
      {entry.claim && (
        <p className="small">
          <bdi>{texts.claimedBy(entry.claim.name)}</bdi>
        </p>
      )}
    </li>
  )
}
