import type { Finding } from '@spindle/client'
import { type FileRow, type FileState, stateOf } from '../../../delivery/file-row.ts'
import { describeTransfer, isTransferState } from '../../../delivery/uploading/describe-transfer.ts'
import { sentBytesOf } from '../../../delivery/uploading/transfer-totals.ts'
import { FileButton } from '../../../parts/forms/choose-files.tsx'
import { Button } from '../../../parts/layout/button.tsx'
import { isMoving, TransferButtons } from '../../../parts/transfers/transfer-buttons.tsx'
import { useSentBytes } from '../../../parts/transfers/use-sent-bytes.ts'
import { formatBytes } from '../../../words/format-bytes.ts'
import { deliverWords } from '../../../words/releases/deliver-words.ts'
import { formatDuration, words } from '../../../words/words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'
import { placeOfFile } from '../remarks.ts'
import { TrackSound } from '../track-sound.tsx'
import { masterFiles } from './drop-zone.tsx'

const marks: Readonly<Partial<Record<FileState, readonly [mark: string, tone: string]>>> = {
  ready: ['✓', 'good'],
  refused: ['✕', 'danger'],
  rejected: ['✕', 'danger'],
  lost: ['▲', 'warn'],
  unfinished: ['▲', 'warn'],
  retrying: ['▲', 'warn'],
}

/** One file: its name, its progress, its format, and its actions. */
export function FileLine({ row }: { readonly row: FileRow }) {
  const state = stateOf(row)
  const [mark, tone] = marks[state] ?? ['', '']
  return (
    <li className={`file-line ${tone}`} data-state={state} data-place={placeOfFile(row.key)} tabIndex={-1}>
      <span className="mark" aria-hidden="true">
        {mark}
      </span>
      <div className="release-text">
        <bdi className="release-title">{row.name}</bdi>
        <span className="small soft figures">{factsOf(row).join(' · ')}</span>
      </div>
      <Progress row={row} state={state} />
      <Actions row={row} state={state} />
      <Problems findings={row.findings} message={row.sending?.message} />
    </li>
  )
}

/** Of a file that was sent earlier, only the details from the hub are known, not its size. */
const factsOf = ({ kind, size, upload, durationMs }: FileRow): readonly string[] => [
  ...(kind === 'image' ? [deliverWords.files.cover] : []),
  ...(size > 0 ? [formatBytes(size)] : []),
  ...technicalFacts(upload?.technical, durationMs),
]

function technicalFacts(technical: Technical, durationMs: number | undefined): readonly string[] {
  if (technical?.kind === 'audio') {
    const { container, bitDepth, sampleRate } = technical
    return [
      words.release.trackList.format(container, bitDepth, sampleRate / 1000),
      formatDuration(technical.durationMs),
    ]
  }
  if (technical?.kind === 'image') return [deliverWords.files.pixels(technical.width, technical.height)]
  return durationMs === undefined ? [] : [formatDuration(durationMs)]
}

type Technical = NonNullable<FileRow['upload']>['technical'] | undefined

interface StateProps {
  readonly row: FileRow
  readonly state: FileState
}

function Progress({ row, state }: StateProps) {
  const moved = useSentBytes(row)
  const sent = state === 'unfinished' ? sentBytesOf(row) : moved
  if (state === 'ready' && row.kind === 'audio')
    return (
      <span className="track-sound">
        <TrackSound row={row} title={row.name} />
      </span>
    )
  const hasBar = ['waiting', 'sending', 'retrying', 'paused', 'lost', 'unfinished', 'checking'].includes(state)
  return (
    <span className="file-progress">
      {hasBar && (
        <progress
          value={state === 'checking' ? undefined : sent}
          max={Math.max(1, row.size)}
          aria-label={deliverWords.files.progressOf(row.name)}
        />
      )}
      <span className="small soft figures">{stateText(row, state, sent)}</span>
    </span>
  )
}

function stateText(row: FileRow, state: FileState, sent: number): string {
  const { states } = deliverWords.files
  if (isTransferState(state)) return describeTransfer(row, state, sent)
  if (state === 'checking') return row.kind === 'image' ? states.checkingPicture : states.checking
  return states[state]
}

function Actions({ row: { key, name, kind }, state }: StateProps) {
  const { delivery } = useOpenedDelivery()
  const { files: texts } = deliverWords
  return (
    <span className="row tight file-actions">
      <TransferButtons queue={delivery.queue} file={{ key, name }} state={state} />
      {kind !== 'foreign' && !isMoving(state) && (
        <FileButton
          label={texts.replace}
          accept={masterFiles}
          ariaLabel={texts.replaceOf(name)}
          look="quiet"
          isSingle
          onChoose={(chosen) => void delivery.replaceFile(key, chosen)}
        />
      )}
      <Button look="quiet" aria-label={texts.removeOf(name)} onClick={() => delivery.removeFile(key)}>
        {texts.remove}
      </Button>
    </span>
  )
}

const tones: Readonly<Record<Finding['severity'], string>> = { error: 'danger', warning: 'warn', note: 'info' }

/** In the hub's own words: what is wrong, and what to do. */
function Problems({
  findings,
  message,
}: {
  readonly findings: readonly Finding[]
  readonly message: string | undefined
}) {
  if (findings.length === 0 && message === undefined) return null
  return (
    <ul className="file-problems small">
      {message !== undefined && <li className="danger">{message}</li>}
      {findings.map((finding) => (
        <li key={`${finding.code} ${finding.message}`} className={tones[finding.severity]}>
          <span className="visually-hidden">{words.release.checks.severities[finding.severity]}: </span>
          <span className="mark">{finding.message}</span> {finding.fix}
        </li>
      ))}
    </ul>
  )
}
