import type { Analytics } from '@spindle/client'
import { sessionSurface } from '../../data/addresses.ts'
import { rangeOf } from '../../data/days.ts'
import { Select } from '../../parts/forms/field.tsx'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { analytics } from '../../words/catalog/analytics-words.ts'
import { formatDate, words } from '../../words/words.ts'
import { Breakdown } from './breakdown.tsx'
import { Days } from './days.tsx'
import { Totals } from './totals.tsx'
import { metrics, type Question, rangeLengths, useDays, useQuestion } from './use-analytics.ts'

/** Plays: totals, days compared with those before, and the breakdown. */
export function AnalyticsPage({ accountId }: { readonly accountId: string }) {
  const { question, change } = useQuestion()
  const days = useDays(accountId, question)
  const isReported = (days.data?.meta.sources.length ?? 0) > 0
  return (
    <Page
      title={analytics.title}
      actions={
        isReported && (
          <a className="button plain" href={csvAddress(accountId, question)} download>
            {analytics.csv}
          </a>
        )
      }
    >
      {days.error ? (
        <FailureNotice error={days.error} onRetry={() => void days.refetch()} />
      ) : days.data === undefined ? (
        <Skeleton rows={8} />
      ) : isReported ? (
        <>
          <Toolbar question={question} onChange={change} />
          <div className="stack" aria-busy={days.isPlaceholderData}>
            <Numbers answer={days.data} question={question} />
            <Breakdown accountId={accountId} question={question} onChange={change} />
            <Sources answer={days.data} />
          </div>
        </>
      ) : (
        <EmptyState title={analytics.emptyTitle} text={analytics.empty} />
      )}
    </Page>
  )
}

interface ToolbarProps {
  readonly question: Question
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
}

function Toolbar({ question, onChange }: ToolbarProps) {
  return (
    <search className="toolbar" aria-label={analytics.choose}>
      <fieldset className="switch">
        <legend className="visually-hidden">{analytics.range}</legend>
        {rangeLengths.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={question.days === days}
            onClick={() => onChange({ days: String(days) })}
          >
            {analytics.ranges[days]}
          </button>
        ))}
      </fieldset>
      <Select
        label={analytics.metric}
        value={question.metric}
        onChange={({ currentTarget: { value } }) => onChange({ metric: value })}
      >
        {metrics.map((metric) => (
          <option key={metric} value={metric}>
            {analytics.metrics[metric]}
          </option>
        ))}
      </Select>
      <label className="check">
        <input
          type="checkbox"
          checked={question.compares}
          onChange={({ currentTarget: { checked } }) => onChange({ compare: checked ? 'previous' : 'none' })}
        />
        {analytics.compare}
      </label>
    </search>
  )
}

const Numbers = ({ answer, question }: { readonly answer: Analytics; readonly question: Question }) => (
  <section className="card stack" aria-label={analytics.metrics[question.metric]}>
    <Totals answer={answer} />
    <Days answer={answer} metric={question.metric} />
  </section>
)

/** Where the numbers come from, how far they are complete, and what each of them counts. */
const Sources = ({ answer: { meta } }: { readonly answer: Analytics }) => (
  <section className="card stack tight">
    <h2>{analytics.about}</h2>
    <dl className="definitions small">
      {metrics.map((metric) => (
        <div key={metric}>
          <dt>{analytics.metrics[metric]}</dt>
          <dd className="soft">{analytics.definitions[metric]}</dd>
        </div>
      ))}
      <div>
        <dt>{analytics.sources}</dt>
        <dd className="soft">
          {meta.sources.map(({ outlet, name, cadence, completeThrough }) => (
            <span key={outlet} className="source">
              <bdi title={outlet}>{name}</bdi>:{' '}
              {analytics.source(cadence, completeThrough === null ? null : formatDate(completeThrough))}
            </span>
          ))}
        </dd>
      </div>
    </dl>
    {meta.sandbox && <p className="small soft">{words.home.madeUp}</p>}
  </section>
)

function csvAddress(accountId: string, { days, by }: Question): string {
  const query = new URLSearchParams({ ...rangeOf(days), format: 'csv', groupBy: by, metrics: 'streams,playedMs' })
  return `${sessionSurface(accountId)}/api/v1/distributor/analytics?${query}`
}
