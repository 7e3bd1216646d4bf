import type { Analytics } from '@spindle/client'
import { useId, useState } from 'react'
import { type ChartPoint, LineChart } from '../../parts/charts/line-chart.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { analytics } from '../../words/catalog/analytics-words.ts'
import { formatDate, formatNumber } from '../../words/words.ts'
import { pairDays } from './comparable-days.ts'
import type { Metric } from './use-analytics.ts'

/** Day by day: as a line, and the same numbers as a table. */
export function Days({ answer, metric }: { readonly answer: Analytics; readonly metric: Metric }) {
  const [isTable, setTable] = useState(false)
  const id = useId()
  const points = pointsOf(answer, metric)
  const format = (value: number): string => (metric === 'streams' ? formatNumber(value) : analytics.hours(value))
  const describe = ({ name, value, before }: ChartPoint): string =>
    analytics.point(name, format(value), before === null ? null : format(before))
  return (
    <div className="stack tight">
      <LineChart
        label={analytics.chart(analytics.metrics[metric])}
        points={points}
        describe={describe}
        formatValue={format}
      />
      {points.some(({ before }) => before !== null) && <Legend />}
      <p>
        <Button look="quiet" aria-expanded={isTable} aria-controls={id} onClick={() => setTable(!isTable)}>
          {isTable ? analytics.hideTable : analytics.showTable}
        </Button>
      </p>
      <div id={id}>{isTable && <DayTable points={points} metric={metric} format={format} />}</div>
    </div>
  )
}

const Legend = () => (
  <p className="legend small soft" aria-hidden="true">
    <svg width="24" height="8" aria-hidden="true">
      <path className="chart-line" d="M0 4H24" />
    </svg>
    {analytics.thisPeriod}
    <svg width="24" height="8" aria-hidden="true">
      <path className="chart-before" d="M0 4H24" />
    </svg>
    {analytics.before}
  </p>
)

interface DayTableProps {
  readonly points: readonly ChartPoint[]
  readonly metric: Metric
  readonly format: (value: number) => string
}

const DayTable = ({ points, metric, format }: DayTableProps) => {
  const hasBefore = points.some(({ before }) => before !== null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={analytics.table}>
      <table className="table plain">
        <thead>
          <tr>
            <th scope="col">{analytics.day}</th>
            <th scope="col" className="end">
              {analytics.metrics[metric]}
            </th>
            {hasBefore && (
              <th scope="col" className="end">
                {analytics.before}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {points.map(({ name, value, before }) => (
            <tr key={name}>
              <th scope="row" className="regular">
                {name}
              </th>
              <td className="end figures">{format(value)}</td>
              {hasBefore && <td className="end figures">{before === null ? '–' : format(before)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const pointsOf = (answer: Analytics, metric: Metric): ChartPoint[] =>
  pairDays(answer, metric).map(({ day, value, before }) => ({ name: formatDate(day), value, before }))
