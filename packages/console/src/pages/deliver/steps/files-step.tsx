import { stateOf } from '../../../delivery/file-row.ts'
import { Notice } from '../../../parts/layout/notice.tsx'
import { deliverWords } from '../../../words/releases/deliver-words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'
import { DropZone } from '../files/drop-zone.tsx'
import { FileLine } from '../files/file-line.tsx'
import { TransferSummary } from '../files/transfer-summary.tsx'
import { WaitingTracks } from '../files/waiting-tracks.tsx'

/** The chosen files, their progress, and their problems. */
export function FilesStep() {
  const { state } = useOpenedDelivery()
  const { files, notes } = state
  const unfinished = files.filter((row) => stateOf(row) === 'unfinished').length
  const cover = files.filter(({ kind }) => kind === 'image')
  const rest = files.filter(({ kind }) => kind !== 'image')
  return (
    <>
      {unfinished > 0 && (
        <Notice tone="warn" isAlert>
          <p>{deliverWords.files.unfinished(unfinished)}</p>
        </Notice>
      )}
      <WaitingTracks />
      <DropZone />
      {files.length > 0 && (
        <section className="card stack tight" aria-label={deliverWords.files.list}>
          <ul className="rows">
            {[...rest, ...cover].map((row) => (
              <FileLine key={row.key} row={row} />
            ))}
          </ul>
          <TransferSummary />
        </section>
      )}
      {notes.length > 0 && (
        <Notice tone="warn">
          <p>
            <strong>{deliverWords.files.notes}</strong>
          </p>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
