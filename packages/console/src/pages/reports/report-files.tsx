import { FileButton, useDrop } from '../../parts/forms/choose-files.tsx'
import { SentFileLine } from '../../parts/transfers/sent-file-line.tsx'
import { type ReportFile, type ReportImport, type ReportImportState, stateOfFile } from '../../reports/report-import.ts'
import { reportWords } from '../../words/catalog/report-words.ts'

const texts = reportWords.importing
/** Everything that the hub reads: tables as text, workbooks, and both in an archive. */
const accepted =
  '.csv,.tsv,.txt,.gz,.zip,.xlsx,.xlsb,.xls,.ods,text/csv,text/tab-separated-values,text/plain,application/gzip'

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

interface FileLineProps {
  readonly report: ReportImport
  readonly file: ReportFile
  readonly isBusy: boolean
}

const FileLine = ({ report, file, isBusy }: FileLineProps) => (
  <SentFileLine
    queue={report.queue}
    file={file}
    state={stateOfFile(file)}
    texts={texts}
    problems={[
      ...(file.sending?.message === undefined ? [] : [file.sending.message]),
      ...(file.upload?.findings ?? []).map(({ message, fix }) => `${message} ${fix}`),
    ]}
    isBusy={isBusy}
    onRemove={() => report.removeFile(file.key)}
  />
)
