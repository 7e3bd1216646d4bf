import { stateOf } from '../../../delivery/file-row.ts'
import { Button } from '../../../parts/layout/button.tsx'
import { deliverWords } from '../../../words/deliver-words.ts'
import { formatBytes } from '../../../words/format-bytes.ts'
import { useOpenedDelivery } from '../delivery-context.ts'

/** All files together, with actions for all of them. */
export function TransferSummary() {
  const { delivery, state } = useOpenedDelivery()
  const { files: texts } = deliverWords
  const rows = state.files.filter(({ kind, isRefused }) => kind !== 'foreign' && !isRefused)
  const states = rows.map(stateOf)
  const isOpen = rows.some(({ hasArrived }) => !hasArrived)
  if (rows.length === 0) return null
  const total = rows.reduce((sum, { size }) => sum + size, 0)
  const sent = rows.reduce(
    (sum, { hasArrived, size, sending }) => sum + (hasArrived ? size : (sending?.sentBytes ?? 0)),
    0,
  )
  const percent = Math.floor((100 * sent) / Math.max(1, total))
  return (
    <p className="row file-summary">
      <span className="grow figures">
        {isOpen ? texts.all(percent, formatBytes(sent), formatBytes(total)) : texts.done(rows.length)}
      </span>
      {states.some((one) => one === 'sending' || one === 'retrying' || one === 'waiting') && (
        <Button onClick={() => delivery.queue.pauseAll()}>{texts.pauseAll}</Button>
      )}
      {states.includes('paused') && (
        <Button
          onClick={() => {
            for (const row of rows) if (stateOf(row) === 'paused') delivery.queue.resume(row.key)
          }}
        >
          {texts.resumeAll}
        </Button>
      )}
      {states.includes('lost') && <Button onClick={() => delivery.queue.retryFailed()}>{texts.retryFailed}</Button>}
    </p>
  )
}
