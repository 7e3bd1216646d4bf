import { FileButton, useDrop } from '../../parts/forms/choose-files.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { TransferButtons } from '../../parts/transfers/transfer-buttons.tsx'
import { useSentBytes } from '../../parts/transfers/use-sent-bytes.ts'
import {
  type ReportFile,
  type ReportFileState,
  type ReportImport,
  type ReportImportState,
  stateOfFile,
} from '../../reports/report-import.ts'
import { deliverWords } from '../../words/deliver-words.ts'
import { describeTransfer, isTransferState } from '../../words/describe-transfer.ts'
import { formatBytes } from '../../words/format-bytes.ts'
import { reportWords } from '../../words/report-words.ts'

const texts = reportWords.importing
const accepted = '.csv,.tsv,.txt,.gz,text/csv,text/tab-separated-values,text/plain,application/gzip'

export interface ReportFilesProps {
  readonly report: ReportImport
  readonly state: ReportImportState
  readonly problem: string | undefined
}

/** The files of a report, and how far each of them is. */
export function ReportFiles({ report, state: { files, work }, problem }: ReportFilesProps) {
  const isOver = useDrop((chosen) => work !== 'importing' && report.addFiles(chosen))
  return (
    <section className="card stack" aria-labelledby="files-title">
      <h2 id="files-title">
        <span className="step">1</span> {texts.files}
      </h2>
      <div className="drop" data-over={isOver || undefined} data-small={files.length > 0 || undefined}>
        <p>
          <strong>{isOver ? texts.dropNow : texts.drop}</strong>
        </p>
        <p className="small soft">{texts.dropHint}</p>
        <FileButton
          label={texts.choose}
          accept={accepted}
          look={files.length === 0 ? 'primary' : 'plain'}
          onChoose={(chosen) => report.addFiles(chosen)}
        />
      </div>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {files.length > 0 && (
        <ul className="rows">
          {files.map((file) => (
            <FileLine key={file.key} report={report} file={file} isBusy={work === 'importing'} />
          ))}
        </ul>
      )}
    </section>
  )
}

const marks: Readonly<Partial<Record<ReportFileState, readonly [mark: string, tone: string]>>> = {
  ready: ['✓', 'good'],
  rejected: ['✕', 'danger'],
  lost: ['▲', 'warn'],
  retrying: ['▲', 'warn'],
}

interface FileLineProps {
  readonly report: ReportImport
  readonly file: ReportFile
  readonly isBusy: boolean
}

function FileLine({ report, file, isBusy }: FileLineProps) {
  const { key, name, size, sending, upload } = file
  const state = stateOfFile(file)
  const sent = useSentBytes(file)
  const [mark, tone] = marks[state] ?? ['', '']
  const { files: words } = deliverWords
  const problems = [
    sending?.message ?? [],
    (upload?.findings ?? []).map(({ message, fix }) => `${message} ${fix}`),
  ].flat()
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
        <TransferButtons queue={report.queue} file={file} state={state} />
        <Button look="quiet" aria-label={words.removeOf(name)} isBusy={isBusy} onClick={() => report.removeFile(key)}>
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
