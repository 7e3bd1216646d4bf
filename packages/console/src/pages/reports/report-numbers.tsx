import type { Analytics, AnalyticsRow } from '@spindle/client'
import { useId, useState } from 'react'
import { useReportNumbers } from '../../data/queries/report-queries.ts'
import { GroupName } from '../../parts/charts/group-name.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { reportWords } from '../../words/catalog/report-words.ts'
import { formatNumber } from '../../words/words.ts'
import { describeMonth, formatMoney } from './describe-report.ts'

const dimensions = ['track', 'release', 'outlet', 'territory', 'month'] as const
type Dimension = (typeof dimensions)[number]

const texts = reportWords.numbers

/** What all reports of the last twelve months say together. Currencies are never added up. */
export function ReportNumbers({ accountId }: { readonly accountId: string }) {
  const [by, setBy] = useState<Dimension>('track')
  const titleId = useId()
  const numbers = useReportNumbers(accountId, by === 'month' ? undefined : by)
  return (
    <section className="card stack" aria-labelledby={titleId}>
      <div className="card-head">
        <h2 id={titleId}>{texts.title}</h2>
        <fieldset className="switch">
          <legend className="visually-hidden">{texts.by}</legend>
          {dimensions.map((name) => (
            <button key={name} type="button" aria-pressed={by === name} onClick={() => setBy(name)}>
              {texts.dimensions[name]}
            </button>
          ))}
        </fieldset>
      </div>
      {numbers.error ? (
        <FailureNotice error={numbers.error} onRetry={() => void numbers.refetch()} />
      ) : numbers.data ? (
        <NumberTable accountId={accountId} answer={numbers.data} by={by} />
      ) : (
        <Skeleton rows={3} />
      )}
    </section>
  )
}

interface NumberTableProps {
  readonly accountId: string
  readonly answer: Analytics
  readonly by: Dimension
}

function NumberTable({ accountId, answer, by }: NumberTableProps) {
  if (answer.data.length === 0) return <p className="soft">{texts.nothing}</p>
  const { figures } = reportWords
  return (
    <>
      <table className="table plain" aria-label={texts.title}>
        <thead>
          <tr>
            <th scope="col">{texts.dimensions[by]}</th>
            <th scope="col" className="end">
              {figures.streams}
            </th>
            <th scope="col" className="end">
              {figures.downloads}
            </th>
            <th scope="col" className="end">
              {figures.revenue}
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.data.map((row) => (
            <tr key={(by === 'month' ? row.date : row.group[by]) ?? ''}>
              <th scope="row" className="regular">
                {by === 'month' ? (
                  describeMonth(row.date)
                ) : (
                  <GroupName accountId={accountId} answer={answer} by={by} id={row.group[by] ?? null} />
                )}
              </th>
              <Figures metrics={row.metrics} />
            </tr>
          ))}
        </tbody>
      </table>
      {answer.page.hasMore && <p className="small soft">{texts.firstOnly(answer.data.length)}</p>}
    </>
  )
}

/** What no report says is left empty: it is not zero. */
const Figures = ({ metrics: { streams, downloads, revenue = [] } }: Pick<AnalyticsRow, 'metrics'>) => (
  <>
    <td className="end figures" data-label={reportWords.figures.streams}>
      {streams === undefined ? '–' : formatNumber(streams)}
    </td>
    <td className="end figures" data-label={reportWords.figures.downloads}>
      {downloads === undefined ? '–' : formatNumber(downloads)}
    </td>
    <td className="end figures" data-label={reportWords.figures.revenue}>
      {revenue.length === 0 ? '–' : revenue.map(formatMoney).join(' · ')}
    </td>
  </>
)
