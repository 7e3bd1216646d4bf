import { stateOf } from '../../../delivery/file-row.ts'
import { addTransfers } from '../../../delivery/uploading/transfer-totals.ts'
import { Button } from '../../../parts/layout/button.tsx'
import { formatBytes } from '../../../words/format-bytes.ts'
import { deliverWords } from '../../../words/releases/deliver-words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'

/** All files together, with actions for all of them. */
export function TransferSummary() {
  const { delivery, state } = useOpenedDelivery()
  const { files: texts } = deliverWords
  const { files, arrived, percent, sentBytes, totalBytes, states } = addTransfers(state.files)
  if (files === 0) return null
  return (
    <p className="row file-summary">
      <span className="grow figures">
        {arrived < files ? texts.all(percent, formatBytes(sentBytes), formatBytes(totalBytes)) : texts.done(files)}
      </span>
      {states.some((one) => one === 'sending' || one === 'retrying' || one === 'waiting') && (
        <Button onClick={() => delivery.queue.pauseAll()}>{texts.pauseAll}</Button>
      )}
      {states.includes('paused') && (
        <Button
          onClick={() => {
            for (const row of state.files) if (stateOf(row) === 'paused') delivery.queue.resume(row.key)
          }}
        >
          {texts.resumeAll}
        </Button>
      )}
      {states.includes('lost') && <Button onClick={() => delivery.queue.retryFailed()}>{texts.retryFailed}</Button>}
    </p>
  )
}
