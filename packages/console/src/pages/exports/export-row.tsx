import type { Export } from '@spindle/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { exportAddress } from '../../data/addresses.ts'
import { hubOf } from '../../data/api/hub.ts'
import { exportsKey, hasEnded } from '../../data/queries/export-queries.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { useConfirmed } from '../../parts/sign-in/confirmation.tsx'
import { exportWords } from '../../words/catalog/export-words.ts'
import { formatBytes } from '../../words/format-bytes.ts'
import { formatAgo, formatInstant } from '../../words/words.ts'

const looks: Readonly<Record<Export['status'], readonly [mark: string, tone: string]>> = {
  waiting: ['◔', 'info'],
  running: ['◔', 'info'],
  ready: ['●', 'good'],
  failed: ['✕', 'danger'],
}

export interface ExportRowProps {
  readonly accountId: string
  readonly made: Export
}

/** One export: its progress, its content, its archive, and its deletion. */
export function ExportRow({ accountId, made }: ExportRowProps) {
  const { id, status, progress, missing, createdAt } = made
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const [isDeleting, setDeleting] = useState(false)
  const begun = formatAgo(createdAt)
  const [mark, tone] = looks[status]
  const download = useMutation({
    mutationFn: async () => {
      // A download by the browser cannot ask for a sign-in, so a request for the first byte checks the session first.
      await confirmed(() => hubOf(accountId).exports.download(id, { range: { start: 0, end: 0 } }))
      saveFrom(exportAddress(accountId, id))
    },
  })
  const remove = async (): Promise<void> => {
    await hubOf(accountId).exports.delete(id)
    await client.invalidateQueries({ queryKey: exportsKey(accountId) })
  }
  return (
    <li className="stack tight">
      <div className="key-row">
        <span className="release-text">
          <span className="release-title" title={formatInstant(createdAt)}>
            {exportWords.begun(begun)}
          </span>
          <span className="small soft">{factsOf(made).join(' · ')}</span>
        </span>
        <span className={`chip ${tone}`}>
          <span aria-hidden="true">{mark}</span> {exportWords.statuses[status]}
        </span>
        <span className="row key-actions">
          {status === 'ready' && (
            <Button
              look="primary"
              aria-label={exportWords.downloadOf(begun)}
              isBusy={download.isPending}
              onClick={() => download.mutate()}
            >
              {exportWords.download}
            </Button>
          )}
          <Button aria-label={exportWords.deleteOf(begun)} onClick={() => setDeleting(true)}>
            {exportWords.delete}
          </Button>
        </span>
      </div>
      {!hasEnded(made) && <progress value={progress} max={100} aria-label={exportWords.progressOf(begun)} />}
      {status === 'failed' && <p className="small">{exportWords.failed}</p>}
      {missing !== null && missing > 0 && <p className="small">{exportWords.missing(missing)}</p>}
      {download.error && <FailureNotice error={download.error} />}
      {isDeleting && (
        <ConfirmDialog
          title={exportWords.deleteTitle}
          text={exportWords.deleteText}
          action={exportWords.delete}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  )
}

const factsOf = ({ status, progress, size, uploads, expiresAt, id }: Export): readonly string[] => [
  ...(status === 'running' ? [exportWords.percent(progress)] : []),
  ...(size === null ? [] : [formatBytes(size)]),
  ...(uploads === null ? [] : [exportWords.files(uploads)]),
  ...(status === 'ready' && expiresAt !== null ? [exportWords.until(formatInstant(expiresAt))] : []),
  id,
]

/** The browser downloads it to wherever it keeps files, with its own progress. */
function saveFrom(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
