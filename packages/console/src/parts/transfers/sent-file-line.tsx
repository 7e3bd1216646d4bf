import { describeTransfer, isTransferState } from '../../delivery/uploading/describe-transfer.ts'
import type { SendingState, UploadQueue } from '../../delivery/uploading/upload-queue.ts'
import { formatBytes } from '../../words/format-bytes.ts'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { Button } from '../layout/button.tsx'
import { TransferButtons } from './transfer-buttons.tsx'
import { type SentFile, useSentBytes } from './use-sent-bytes.ts'

export type SentFileState = SendingState | 'checking' | 'ready' | 'rejected'

export interface SentFileLineProps {
  readonly queue: UploadQueue
  readonly file: SentFile & { readonly key: string; readonly name: string }
  readonly state: SentFileState
  /** What the hub makes of a file that has arrived. */
  readonly texts: Readonly<Record<Exclude<SentFileState, SendingState>, string>>
  readonly problems: readonly string[]
  readonly isBusy?: boolean
  readonly onRemove: () => void
}

const marks: Readonly<Partial<Record<SentFileState, readonly [mark: string, tone: string]>>> = {
  ready: ['✓', 'good'],
  rejected: ['✕', 'danger'],
  lost: ['▲', 'warn'],
  retrying: ['▲', 'warn'],
}

/** One file on its way to the hub: its progress, its problems and its actions. */
export function SentFileLine({ queue, file, state, texts, problems, isBusy = false, onRemove }: SentFileLineProps) {
  const { name, size } = file
  const sent = useSentBytes(file)
  const [mark, tone] = marks[state] ?? ['', '']
  const { files: words } = deliverWords
  return (
    <li className={`file-line ${tone}`} data-state={state}>
      <span className="mark" aria-hidden="true">
        {mark}
      </span>
      <div className="release-text">
        <bdi className="release-title">{name}</bdi>
        <span className="small soft figures">{formatBytes(size)}</span>
      </div>
      <span className="file-progress">
        {state !== 'ready' && state !== 'rejected' && (
          <progress
            value={state === 'checking' ? undefined : sent}
            max={Math.max(1, size)}
            aria-label={words.progressOf(name)}
          />
        )}
        <span className="small soft figures">
          {isTransferState(state) ? describeTransfer(file, state, sent) : texts[state]}
        </span>
      </span>
      <span className="row tight file-actions">
        <TransferButtons queue={queue} file={file} state={state} />
        <Button look="quiet" aria-label={words.removeOf(name)} isBusy={isBusy} onClick={onRemove}>
          {words.remove}
        </Button>
      </span>
      {problems.length > 0 && (
        <ul className="file-problems small">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </li>
  )
}
