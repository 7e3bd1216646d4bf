import type { Analytics } from '@spindle/client'
import { listDays } from '../../data/days.ts'
import { useReleaseNumbers } from '../../data/queries/queries.ts'
import { StreamsCard } from '../../parts/charts/streams-card.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'

export interface NumbersProps {
  readonly accountId: string
  readonly releaseId: string
}

/** How often it was played in the last four weeks. */
export function Numbers({ accountId, releaseId }: NumbersProps) {
  const numbers = useReleaseNumbers(accountId, releaseId)
  if (numbers.error) return <FailureNotice error={numbers.error} onRetry={() => void numbers.refetch()} />
  return numbers.data ? <StreamsCard accountId={accountId} streams={summarise(numbers.data)} /> : null
}

/** Days without a play have no row. */
function summarise({ range, totals, comparison, data, meta }: Analytics) {
  const byDay = new Map(data.map(({ date, metrics }) => [date, metrics.streams ?? 0]))
  return {
    streams: totals.streams ?? 0,
    previousStreams: comparison?.totals.streams ?? 0,
    changePercent: comparison?.change.streams ?? null,
    days: listDays(range).map((day) => byDay.get(day) ?? 0),
    to: range.to,
    sandbox: meta.sandbox,
  }
}
