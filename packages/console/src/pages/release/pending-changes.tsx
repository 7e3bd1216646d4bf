import type { Delivery, Release } from '@spindle/client'
import { useReleaseChanges } from '../../data/queries/queries.ts'
import { ChangesTable } from '../../parts/changes-table.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { words } from '../../words/words.ts'

export interface PendingChangesProps {
  readonly accountId: string
  readonly release: Release
}

/** Whether the release may differ from what outlets have. */
export const hasPendingChanges = ({ deliveries, pendingRevision, review }: Release): boolean =>
  deliveries.some(({ status }) => !isComingDown.has(status)) &&
  (pendingRevision !== null || (review !== null && review.decision !== 'approved'))

const isComingDown: ReadonlySet<Delivery['status']> = new Set(['takedown_queued', 'takedown_sent', 'taken_down'])

/** The differences of the release from what outlets have. */
export function PendingChanges({ accountId, release }: PendingChangesProps) {
  const changes = useReleaseChanges(accountId, release)
  const { changes: texts } = words.release
  return (
    <section className="card stack tight" aria-labelledby="changes-title">
      <h2 id="changes-title">{texts.title}</h2>
      <p className="soft">{whyNotOut(release)}</p>
      {changes.error ? (
        <FailureNotice error={changes.error} onRetry={() => void changes.refetch()} />
      ) : changes.data === undefined ? (
        <Skeleton rows={3} />
      ) : changes.data.changes.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <ChangesTable changes={changes.data.changes} tracks={release.tracks} />
      )}
    </section>
  )
}

function whyNotOut({ revision, review }: Release): string {
  const { changes: texts } = words.release
  if (review?.decision === 'waiting') return texts.waiting
  const isDeclined = review !== null && review.decision !== 'approved' && review.revision === revision
  return isDeclined ? texts.declined : texts.unsent
}
