import type { Failure } from '../../data/failure.ts'
import { FailureText, Notice } from '../../parts/layout/notice.tsx'
import type { ReportFile } from '../../reports/report-import.ts'
import { reportWords } from '../../words/catalog/report-words.ts'
import { sentence } from '../../words/english.ts'
import { words } from '../../words/words.ts'

export interface ImportFailureProps {
  readonly failure: Failure
  readonly files: readonly ReportFile[]
}

/** What the hub found in the files, each with its line, its column and what to do. */
export function ImportFailure({ failure, files }: ImportFailureProps) {
  const { fields, requestId } = failure
  if (fields.length === 0)
    return (
      <>
        <FailureText failure={failure} />
        <p className="small soft">{reportWords.importing.failed}</p>
      </>
    )
  return (
    <Notice tone="danger" isAlert>
      <p>
        <strong>{reportWords.importing.unreadable}</strong>
      </p>
      <ul className="issues">
        {fields.map(({ pointer, detail, fix }) => (
          <li key={`${pointer} ${detail}`}>
            <Place pointer={pointer} files={files} />
            <bdi>{detail}</bdi> {fix !== undefined && <bdi>{sentence(fix)}</bdi>}
          </li>
        ))}
      </ul>
      {requestId !== undefined && <p className="small soft mono">{words.requestId(requestId)}</p>}
    </Notice>
  )
}

/** The name of the file that it is about, or the member of the mapping; problems of all files name their lines. */
function Place({ pointer, files }: { readonly pointer: string; readonly files: readonly ReportFile[] }) {
  const file = files[Number(/^\/uploads\/(\d+)$/.exec(pointer)?.[1] ?? Number.NaN)]
  const place = file?.name ?? (pointer.startsWith('/uploads') ? undefined : pointer.slice(1).replaceAll('/', ' › '))
  return place === undefined ? null : (
    <>
      <bdi className="mono">{place}</bdi>
      {': '}
    </>
  )
}
