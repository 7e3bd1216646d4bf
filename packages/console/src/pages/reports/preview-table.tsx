import type { ReportPreview } from '@spindle/client'
import { Notice } from '../../parts/layout/notice.tsx'
import { reportWords } from '../../words/catalog/report-words.ts'
import { describeNumbers, describePeriod } from './describe-report.ts'
import { SetAsideTable } from './set-aside-table.tsx'

const texts = reportWords.importing

/** The first lines as the hub understands them, and to what each of them would belong. */
export function PreviewTable({ preview: { rows, hasMore, setAside } }: { readonly preview: ReportPreview }) {
  const matched = rows.filter(({ verdict }) => verdict === 'matched').length
  return (
    <>
      <p role="status">{texts.previewed(matched, rows.length - matched, !hasMore)}</p>
      {matched === 0 && (
        <Notice tone="warn">
          <p>{texts.noneMatched}</p>
        </Notice>
      )}
      {rows.length > 0 && <Rows rows={rows} />}
      {setAside.length > 0 && (
        <section className="stack tight" aria-label={texts.previewSetAside(setAside.length)}>
          <h3>{texts.previewSetAside(setAside.length)}</h3>
          <SetAsideTable lines={setAside} />
        </section>
      )}
    </>
  )
}

function Rows({ rows }: Pick<ReportPreview, 'rows'>) {
  const { previewColumns: columns } = texts
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="preview-scroll" tabIndex={0} aria-label={texts.previewTable}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{columns.recording}</th>
            <th scope="col">{columns.verdict}</th>
            <th scope="col">{columns.store}</th>
            <th scope="col">{columns.period}</th>
            <th scope="col">{columns.numbers}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names, and stay where they are
            <PreviewRow key={index} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function PreviewRow({ row }: { readonly row: ReportPreview['rows'][number] }) {
  const { previewColumns: columns, verdicts } = texts
  const { isrc, gtin14, title, artist, store, territory, model, streams, downloads, revenue, verdict } = row
  const [mark, tone] = verdict === 'matched' ? ['●', 'good'] : ['◔', 'info']
  const totals = {
    ...(streams !== null && { streams }),
    ...(downloads !== null && { downloads }),
    ...(revenue !== null && { revenue: [revenue] }),
  }
  return (
    <tr>
      <th scope="row">
        <span className="release-text">
          <bdi className="release-title">{title || reportWords.untitled}</bdi>
          <bdi className="small soft">{artist}</bdi>
          <span className="small mono soft">{[isrc, gtin14].filter((code) => code !== null).join(' ')}</span>
        </span>
      </th>
      <td data-label={columns.verdict}>
        <span className={`chip ${tone}`}>
          <span aria-hidden="true">{mark}</span> {verdicts[verdict]}
        </span>
      </td>
      <td data-label={columns.store}>
        <bdi>{store}</bdi>
        <span className="small soft report-by">{[territory, model].filter((part) => part !== null).join(' · ')}</span>
      </td>
      <td data-label={columns.period}>{describePeriod(row)}</td>
      <td data-label={columns.numbers} className="figures">
        {describeNumbers(totals)}
      </td>
    </tr>
  )
}
