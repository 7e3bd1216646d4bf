import type { Release, ReleaseRevision, RestoredRevision } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { releaseKey } from '../../data/queries/queries.ts'
import { useReleaseRevisions } from '../../data/queries/revision-queries.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { Notice } from '../../parts/layout/notice.tsx'
import { PagedList } from '../../parts/lists/paged-list.tsx'
import { formatAgo, formatInstant, words } from '../../words/words.ts'
import { isEditable } from './release-actions.tsx'

export interface RevisionListProps {
  readonly membership: Membership
  readonly release: Release
}

interface Restored {
  readonly revision: number
  readonly kept: RestoredRevision['kept']
}

/** What was submitted, newest first, each of it to restore. */
export function RevisionList({ membership: { accountId, role }, release }: RevisionListProps) {
  const [restored, setRestored] = useState<Restored>()
  const list = useReleaseRevisions(accountId, release)
  return (
    <>
      {restored && <RestoredNotice restored={restored} />}
      <PagedList list={list} empty={<p className="soft">{words.release.revisions.none}</p>}>
        {(items) => (
          <ul className="rows">
            {items.map((revision) => (
              <RevisionRow
                key={revision.revision}
                accountId={accountId}
                release={release}
                revision={revision}
                mayRestore={role !== 'viewer' && isEditable(release)}
                onRestored={setRestored}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

const RestoredNotice = ({ restored: { revision, kept } }: { readonly restored: Restored }) => (
  <Notice tone={kept.length === 0 ? 'good' : 'warn'} isAlert>
    <p>{words.release.revisions.restored(revision)}</p>
    {kept.length > 0 && (
      <>
        <p>{words.release.revisions.kept}</p>
        <ul className="small">
          {kept.map(({ pointer, message }) => (
            <li key={pointer}>{message}</li>
          ))}
        </ul>
      </>
    )}
  </Notice>
)

interface RevisionRowProps {
  readonly accountId: string
  readonly release: Release
  readonly revision: ReleaseRevision
  readonly mayRestore: boolean
  readonly onRestored: (restored: Restored) => void
}

function RevisionRow({ accountId, release, revision, mayRestore, onRestored }: RevisionRowProps) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { revisions: texts } = words.release
  const { revision: number, title, submittedAt, submittedBy } = revision
  const isCurrent = number === release.revision
  const restore = async (): Promise<void> => {
    const answer = await hubOf(accountId).releases.restoreRevision(release.id, String(number))
    client.setQueryData(releaseKey(accountId, release.id), answer.release)
    onRestored({ revision: number, kept: answer.kept })
  }
  return (
    <li className="row">
      <span className="release-text grow">
        <span>
          {texts.name(number)} <bdi className="soft">{title}</bdi>
        </span>
        <span className="small soft">
          <time dateTime={submittedAt} title={formatInstant(submittedAt)}>
            {formatAgo(submittedAt)}
          </time>{' '}
          {submittedBy?.name && <bdi>{texts.by(submittedBy.name)}</bdi>}
        </span>
      </span>
      {isCurrent && <span className="small soft">{texts.current}</span>}
      {!isCurrent && mayRestore && (
        <Button aria-label={texts.restoreOf(number)} onClick={() => setAsking(true)}>
          {texts.restore}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={texts.restoreTitle(number)}
          text={texts.restoreText}
          action={texts.restore}
          onConfirm={restore}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
