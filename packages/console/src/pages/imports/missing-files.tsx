import type { TableImport, TableImportRelease } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { importKey, useOutcomes } from '../../data/queries/import-queries.ts'
import { type MasterFile, type MasterUploads, masterUploadsOf } from '../../imports/master-uploads.ts'
import { FileButton, useDrop } from '../../parts/forms/choose-files.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureText } from '../../parts/layout/notice.tsx'
import { PagedList } from '../../parts/lists/paged-list.tsx'
import { SentFileLine } from '../../parts/transfers/sent-file-line.tsx'
import { importWords } from '../../words/catalog/import-words.ts'

const texts = importWords.missing
const accepted = '.wav,.wave,.flac,.aif,.aiff,.aifc,.jpg,.jpeg,.png,audio/*,image/*'

export interface MissingFilesProps {
  readonly accountId: string
  readonly table: TableImport
}

/** The files that imported drafts wait for, and the way to send them. */
export function MissingFiles({ accountId, table }: MissingFilesProps) {
  const uploads = masterUploadsOf(accountId, table.id)
  const state = useSyncExternalStore(uploads.subscribe, uploads.getState)
  const client = useQueryClient()
  const { attached } = state
  useEffect(() => {
    if (attached > 0) void client.invalidateQueries({ queryKey: importKey(accountId, table.id) })
  }, [attached, client, accountId, table.id])
  const isImported = !table.dryRun && ['running', 'done'].includes(table.status)
  if (!isImported || (table.missingFiles === 0 && state.files.length === 0)) return null
  return (
    <section className="card stack" aria-labelledby="missing-title">
      <h2 id="missing-title">{texts.title}</h2>
      <p className="soft">{texts.lead}</p>
      <MasterDrop uploads={uploads} />
      {state.skipped > 0 && (
        <p className="small warn" role="status">
          {texts.skipped(state.skipped)}
        </p>
      )}
      {state.failure && <FailureText failure={state.failure} />}
      {state.files.length > 0 && (
        <ul className="rows">
          {state.files.map((file) => (
            <MasterLine key={file.key} uploads={uploads} file={file} />
          ))}
        </ul>
      )}
      <p>
        <Button isBusy={table.status === 'running'} onClick={() => void uploads.attach()}>
          {table.status === 'running' ? texts.attaching : texts.attach}
        </Button>
      </p>
      {table.missingFiles > 0 && <WaitingReleases accountId={accountId} table={table} />}
    </section>
  )
}

function MasterDrop({ uploads }: { readonly uploads: MasterUploads }) {
  const isOver = useDrop((chosen) => uploads.addFiles(chosen))
  return (
    <div className="drop" data-small data-over={isOver || undefined}>
      <p>
        <strong>{isOver ? texts.dropNow : texts.drop}</strong>
      </p>
      <p className="row">
        <FileButton
          label={texts.choose}
          accept={accepted}
          look="primary"
          onChoose={(chosen) => uploads.addFiles(chosen)}
        />
        <FileButton label={texts.folder} isFolder onChoose={(chosen) => uploads.addFiles(chosen)} />
      </p>
    </div>
  )
}

const MasterLine = ({ uploads, file }: { readonly uploads: MasterUploads; readonly file: MasterFile }) => (
  <SentFileLine
    queue={uploads.queue}
    file={file}
    state={file.hasArrived ? 'ready' : (file.sending?.state ?? 'waiting')}
    texts={texts.arrived}
    problems={file.sending?.message === undefined ? [] : [file.sending.message]}
    onRemove={() => uploads.removeFile(file.key)}
  />
)

/** The releases with missing files, and the name that each file can have. */
function WaitingReleases({ accountId, table }: MissingFilesProps) {
  const releases = useOutcomes(accountId, table, { missingFiles: true })
  return (
    <PagedList list={releases} empty={null}>
      {(items) => (
        <ul className="rows">
          {items.map((release) => (
            <WaitingRelease key={release.position} release={release} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

/** More of them are in the editor of the draft. */
const shownFiles = 5

function WaitingRelease({ release: { title, key, missingFiles } }: { readonly release: TableImportRelease }) {
  const rest = missingFiles.length - shownFiles
  return (
    <li className="release-text">
      <bdi className="release-title">{title ?? key}</bdi>
      {missingFiles.slice(0, shownFiles).map((file) => (
        <span key={`${file.trackId} ${file.title}`} className="small waiting-names">
          <bdi>{file.title}</bdi> <bdi className="soft mono">{file.files[0]}</bdi>
        </span>
      ))}
      {rest > 0 && <span className="small soft">{texts.more(rest)}</span>}
    </li>
  )
}
