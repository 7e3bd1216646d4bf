import type { Analytics, AnalyticsRow } from '@spindle/client'
import { GroupName } from '../../parts/charts/group-name.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { analytics } from '../../words/catalog/analytics-words.ts'
import { formatNumber } from '../../words/words.ts'
import { type Dimension, dimensions, type Metric, type Question, useGroups } from './use-analytics.ts'

export interface BreakdownProps {
  readonly accountId: string
  readonly question: Question
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
}

/** What the numbers consist of, most first. */
export function Breakdown({ accountId, question, onChange }: BreakdownProps) {
  const groups = useGroups(accountId, question)
  return (
    <section className="card stack" aria-label={analytics.breakdown}>
      <div className="card-head">
        <h2>{analytics.breakdown}</h2>
        <fieldset className="switch">
          <legend className="visually-hidden">{analytics.by}</legend>
          {dimensions.map((name) => (
            <button key={name} type="button" aria-pressed={question.by === name} onClick={() => onChange({ by: name })}>
              {analytics.dimensions[name]}
            </button>
          ))}
        </fieldset>
      </div>
      {groups.error ? (
        <FailureNotice error={groups.error} onRetry={() => void groups.refetch()} />
      ) : groups.data ? (
        <Bars accountId={accountId} answer={groups.data} by={question.by} metric={question.metric} />
      ) : (
        <Skeleton rows={5} />
      )}
    </section>
  )
}

interface BarsProps {
  readonly accountId: string
  readonly answer: Analytics
  readonly by: Dimension
  readonly metric: Metric
}

function Bars({ accountId, answer, by, metric }: BarsProps) {
  const rows = answer.data.filter(({ group }) => by in group)
  const highest = Math.max(1, ...rows.map((row) => numberOf(row, metric)))
  if (rows.length === 0) return <p className="soft">{analytics.nothing}</p>
  return (
    <>
      <ol className="bars">
        {rows.map((row) => {
          const value = numberOf(row, metric)
          const id = row.group[by] ?? null
          return (
            <li key={id ?? ''} className="bar">
              <GroupName accountId={accountId} answer={answer} by={by} id={id} />
              <span className="figures end">{metric === 'streams' ? formatNumber(value) : analytics.hours(value)}</span>
              <svg className="bar-track" aria-hidden="true" width="100%" height="8">
                <rect className="bar-ground" width="100%" height="8" rx="4" />
                <rect className="bar-share" width={`${(value / highest) * 100}%`} height="8" rx="4" />
              </svg>
            </li>
          )
        })}
      </ol>
      {answer.page.hasMore && <p className="small soft">{analytics.mostOnly(rows.length)}</p>}
    </>
  )
}

const numberOf = ({ metrics }: AnalyticsRow, metric: Metric): number => metrics[metric] ?? 0
