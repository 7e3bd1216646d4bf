import type { Analytics } from '@spindle/client'
import { analytics } from '../../words/catalog/analytics-words.ts'
import { formatDate, formatNumber } from '../../words/words.ts'
import { type Change, changeOver, pairDays } from './comparable-days.ts'

/** The totals with their change, how complete they are, and what is not counted. */
export function Totals({ answer }: { readonly answer: Analytics }) {
  const { range, totals, comparison, meta } = answer
  return (
    <div className="totals">
      <Figure
        name={analytics.metrics.streams}
        value={formatNumber(totals.streams ?? 0)}
        change={comparison && changeOver(pairDays(answer, 'streams'))}
      />
      <Figure
        name={analytics.metrics.playedMs}
        value={totals.playedMs === undefined ? analytics.unknown : analytics.hours(totals.playedMs)}
        change={comparison && changeOver(pairDays(answer, 'playedMs'))}
      />
      {meta.unavailable.includes('listeners') && (
        <Figure name={analytics.listeners} value={analytics.notReported} isSmall />
      )}
      <p className="small soft through">
        {analytics.through(formatDate(range.to))}
        <br />
        {comparison && analytics.against(formatDate(comparison.range.from), formatDate(comparison.range.to))}
      </p>
    </div>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly change?: Change | undefined
  readonly isSmall?: boolean
}

const Figure = ({ name, value, change, isSmall = false }: FigureProps) => (
  <p className="figure">
    <span className="small soft">{name}</span>
    <span className={isSmall ? 'small soft' : 'big figures'}>{value}</span>
    {change !== undefined && (
      <span className="small soft figures">{analytics.change(change.percent, change.days)}</span>
    )}
  </p>
)
