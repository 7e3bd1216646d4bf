import './upload-panel.css'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import { readStored, save } from '../../data/settings/storage.ts'
import { listDeliveries, onDeliveries, reopenDeliveries } from '../../delivery/deliveries.ts'
import type { Delivery } from '../../delivery/delivery.ts'
import { textOf } from '../../delivery/document/members.ts'
import { isBegunHere } from '../../delivery/file-row.ts'
import { addTransfers, type TransferTotals } from '../../delivery/uploading/transfer-totals.ts'
import { pathOf } from '../../routes.ts'
import { formatBytes } from '../../words/format-bytes.ts'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { formatDuration } from '../../words/words.ts'
import { Button } from '../layout/button.tsx'

const minimisedKey = 'spindle:uploads'

/**
 * The uploads of this browser in a corner of every page. Not beside the list of the same files, and not over the form of
 * their release once they are complete.
 */
export function UploadPanel({ accountId }: { readonly accountId: string }) {
  useEffect(() => reopenDeliveries(accountId), [accountId])
  const deliveries = useSyncExternalStore(onDeliveries, listDeliveries)
  const [isMinimised, setMinimised] = useState(() => readStored(minimisedKey) === 'minimised')
  const minimise = (isWanted: boolean): void => {
    save(minimisedKey, isWanted ? 'minimised' : undefined)
    setMinimised(isWanted)
  }
  return (
    <div className="upload-panels">
      {deliveries.map((delivery) => (
        <DeliveryUploads
          key={`${delivery.accountId} ${delivery.editedId}`}
          delivery={delivery}
          isMinimised={isMinimised}
          onMinimise={minimise}
        />
      ))}
    </div>
  )
}

interface DeliveryUploadsProps {
  readonly delivery: Delivery
  readonly isMinimised: boolean
  readonly onMinimise: (isWanted: boolean) => void
}

function DeliveryUploads({ delivery, isMinimised, onMinimise }: DeliveryUploadsProps) {
  const { draft, files } = useSyncExternalStore(delivery.subscribe, delivery.getState)
  const [path] = useLocation()
  const totals = addTransfers(files.filter(isBegunHere))
  const isOver = totals.arrived === totals.files
  // Uploads that were complete when the page was loaded are not shown.
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isOver) setShown(true)
  }, [isOver])
  const page = pageOf(delivery)
  const isListed = path === page || path === `${page}/files`
  const isSettled = isOver && path.startsWith(`${page}/`)
  if (totals.files === 0 || !isShown || isListed || isSettled) return null
  const title = textOf(draft.members.title).trim() || deliverWords.untitled
  const { uploads: texts } = deliverWords
  return (
    <section className="upload-panel" aria-label={texts.of(title)} data-minimised={isMinimised || undefined}>
      <div className="row tight upload-panel-head">
        <bdi className="grow upload-panel-title">{title}</bdi>
        {isMinimised && <span className="small figures">{describeBriefly(totals)}</span>}
        <Button
          look="quiet"
          aria-expanded={!isMinimised}
          aria-label={isMinimised ? texts.restore : texts.minimise}
          onClick={() => onMinimise(!isMinimised)}
        >
          <span aria-hidden="true">{isMinimised ? '▴' : '▾'}</span>
        </Button>
        {isOver && (
          <Button look="quiet" aria-label={texts.close} onClick={() => setShown(false)}>
            <span aria-hidden="true">✕</span>
          </Button>
        )}
      </div>
      <progress value={totals.sentBytes} max={Math.max(1, totals.totalBytes)} aria-label={texts.of(title)} />
      {!isMinimised && <Details delivery={delivery} totals={totals} page={page} />}
    </section>
  )
}

const describeBriefly = ({ percent, failed }: TransferTotals): string =>
  failed > 0 ? deliverWords.uploads.failed(failed) : `${percent} %`

interface DetailsProps {
  readonly delivery: Delivery
  readonly totals: TransferTotals
  readonly page: string
}

function Details({ delivery, totals, page }: DetailsProps) {
  const { uploads: texts, files: fileTexts } = deliverWords
  const { files, arrived, failed, unfinished, percent, sentBytes, totalBytes, bytesPerSecond, leftMs, states } = totals
  const isOver = arrived === files
  const amount = texts.amount(percent, formatBytes(sentBytes), formatBytes(totalBytes))
  const speed = bytesPerSecond > 0 ? [`${formatBytes(bytesPerSecond)}/s`] : []
  const left = leftMs === undefined ? [] : [texts.left(formatDuration(leftMs))]
  const isOffline = !navigator.onLine && states.includes('waiting')
  return (
    <>
      <p className="small figures" role="status">
        {isOver ? fileTexts.done(files) : texts.sending(arrived, files)}
        {failed > 0 && <span className="danger"> · {texts.failed(failed)}</span>}
      </p>
      {!isOver && <p className="small soft figures">{[amount, ...speed, ...left].join(' · ')}</p>}
      {isOffline && <p className="small warn">{fileTexts.states.offline}</p>}
      <p className="row tight">
        {failed > 0 && <Button onClick={() => delivery.queue.retryFailed()}>{fileTexts.retryFailed}</Button>}
        {unfinished > 0 ? (
          <Link href={`${page}/files`}>{texts.chooseAgain(unfinished)}</Link>
        ) : (
          <Link href={`${page}/${isOver ? 'release' : 'files'}`}>{texts.openDraft}</Link>
        )}
      </p>
    </>
  )
}

const pageOf = ({ accountId, editedId }: Delivery): string =>
  editedId === undefined ? pathOf('deliver', { accountId }) : pathOf('edit', { accountId, releaseId: editedId })
