import { useStreams } from '../../data/queries.ts'
import { FailureNotice } from '../../parts/notice.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { SparkBars } from '../../parts/spark-bars.tsx'
import { formatDate, formatNumber, words } from '../../words/words.ts'

/** Streams of four weeks: the sum, the shape, and how far the numbers are complete. */
export function StreamsCard({ accountId }: { readonly accountId: string }) {
  const streams = useStreams(accountId)
  return (
    <section className="card stack tight">
      <h2>{words.home.streams}</h2>
      {streams.error ? (
        <FailureNotice error={streams.error} onRetry={() => void streams.refetch()} />
      ) : streams.data ? (
        <Streams numbers={streams.data} />
      ) : (
        <Skeleton rows={2} />
      )}
    </section>
  )
}

type Numbers = NonNullable<ReturnType<typeof useStreams>['data']>

function Streams({ numbers: { range, totals, data, meta } }: { readonly numbers: Numbers }) {
  const total = totals.streams ?? 0
  if (total === 0) return <p className="soft">{words.home.streamsEmpty}</p>
  const days = listDays(range.from, range.to)
  const byDay = new Map(data.map(({ date, metrics }) => [date, metrics.streams ?? 0]))
  const values = days.map((day) => byDay.get(day) ?? 0)
  const half = Math.floor(values.length / 2)
  const [before, after] = [sum(values.slice(0, half)), sum(values.slice(half))]
  return (
    <>
      <p className="row">
        <span className="big figures">{formatNumber(total)}</span>
        {before > 0 && (
          <span className="small soft">{words.home.change(Math.round(((after - before) / before) * 100))}</span>
        )}
      </p>
      <SparkBars label={`${words.home.streams}: ${formatNumber(total)}`} values={values} />
      <p className="small soft">{words.home.through(formatDate(range.to))}</p>
      {meta.sandbox && <p className="small soft">{words.home.madeUp}</p>}
    </>
  )
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const dayMs = 86_400_000

function listDays(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  return Array.from({ length: Math.round((last - first) / dayMs) + 1 }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  )
}
