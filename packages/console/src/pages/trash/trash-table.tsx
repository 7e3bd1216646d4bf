import type { Release, TrashedRelease } from '@spindle/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { hubOf } from '../../data/api/hub.ts'
import { Cover } from '../../parts/cover.tsx'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { trashWords as texts } from '../../words/releases/trash-words.ts'
import { formatAgo, formatInstant, words } from '../../words/words.ts'

const dayMs = 86_400_000

export interface TrashTableProps {
  readonly accountId: string
  readonly items: readonly TrashedRelease[]
  readonly mayChange: boolean
  readonly onRestored: (release: Release) => void
  readonly onErased: () => Promise<unknown>
}

export const TrashTable = ({ items, ...does }: TrashTableProps) => (
  <table className="table">
    <thead>
      <tr>
        <th scope="col">{texts.columns.release}</th>
        <th scope="col">{texts.columns.tracks}</th>
        <th scope="col">{texts.columns.deleted}</th>
        <th scope="col">{texts.columns.left}</th>
        {does.mayChange && (
          <td>
            <span className="visually-hidden">{texts.restore}</span>
          </td>
        )}
      </tr>
    </thead>
    <tbody>
      {items.map((item) => (
        <TrashRow key={item.id} item={item} {...does} />
      ))}
    </tbody>
  </table>
)

interface TrashRowProps extends Omit<TrashTableProps, 'items'> {
  readonly item: TrashedRelease
}

function TrashRow({ accountId, item, mayChange, onRestored, onErased }: TrashRowProps) {
  const { id, title, type, displayArtist, trackCount, deletedAt, expiresAt, deletedBy } = item
  const [isErasing, setErasing] = useState(false)
  const restore = useMutation({ mutationFn: () => hubOf(accountId).trash.restore(id), onSuccess: onRestored })
  const days = Math.floor((Date.parse(expiresAt) - Date.now()) / dayMs)
  return (
    <tr>
      <th scope="row">
        <span className="release-row">
          <Cover id={id} title={title} size="small" />
          <span className="release-text">
            <bdi className="release-title">{title}</bdi>
            <span className="small soft regular">
              <bdi>{displayArtist ?? words.catalog.noArtist}</bdi> · {words.release.types[type]}
            </span>
          </span>
        </span>
        {restore.error && <FailureNotice error={restore.error} />}
      </th>
      <td data-label={texts.columns.tracks} className="figures">
        {trackCount}
      </td>
      <td data-label={texts.columns.deleted}>
        <span className="release-text">
          <span>
            <time dateTime={deletedAt} title={formatInstant(deletedAt)}>
              {formatAgo(deletedAt)}
            </time>
          </span>
          <bdi className="small soft">{texts.by(deletedBy.name ?? texts.actors[deletedBy.type] ?? texts.other)}</bdi>
        </span>
      </td>
      <td data-label={texts.columns.left} className="figures">
        <time dateTime={expiresAt} title={formatInstant(expiresAt)}>
          {texts.days(days)}
        </time>
      </td>
      {mayChange && (
        <td>
          <span className="row tight row-actions">
            <Button isBusy={restore.isPending} aria-label={texts.restoreOf(title)} onClick={() => restore.mutate()}>
              {texts.restore}
            </Button>
            <Button look="quiet" aria-label={texts.eraseOf(title)} onClick={() => setErasing(true)}>
              {texts.erase}
            </Button>
          </span>
          {isErasing && (
            <ConfirmDialog
              title={texts.eraseTitle(title)}
              text={texts.eraseText}
              action={texts.erase}
              onConfirm={async () => {
                await hubOf(accountId).trash.erase(id)
                await onErased()
              }}
              onClose={() => setErasing(false)}
            />
          )}
        </td>
      )}
    </tr>
  )
}
