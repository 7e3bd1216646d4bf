import type { StoreReport, WaitingRecording } from '@spindle/client'
import { useWaitingRecordings } from '../../data/queries/report-queries.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { reportWords } from '../../words/catalog/report-words.ts'
import { formatNumber } from '../../words/words.ts'
import { describeNumbers } from './describe-report.ts'

export interface WaitingRecordingsProps {
  readonly accountId: string
  readonly report: StoreReport
}

/** The lines of a report without a release, and what has to happen for them to count. */
export function WaitingRecordings({ accountId, report }: WaitingRecordingsProps) {
  const hasAny = report.waitingLines > 0
  const waiting = useWaitingRecordings(accountId, report.id, hasAny)
  const items = waiting.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <section className="card stack" aria-labelledby="waiting-title">
      <h2 id="waiting-title">{reportWords.waitingTitle}</h2>
      <p className="soft">{hasAny ? reportWords.waitingText : reportWords.waitingNone}</p>
      {waiting.error && <FailureNotice error={waiting.error} onRetry={() => void waiting.refetch()} />}
      {hasAny && waiting.isPending && <Skeleton rows={4} />}
      {items.length > 0 && <WaitingTable items={items} />}
      {waiting.hasNextPage && (
        <p className="more">
          <Button isBusy={waiting.isFetchingNextPage} onClick={() => void waiting.fetchNextPage()}>
            {reportWords.moreWaiting}
          </Button>
        </p>
      )}
    </section>
  )
}

function WaitingTable({ items }: { readonly items: readonly WaitingRecording[] }) {
  const { waitingColumns: columns } = reportWords
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{columns.recording}</th>
          <th scope="col">{columns.codes}</th>
          <th scope="col">{columns.numbers}</th>
          <th scope="col" className="end">
            {columns.lines}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ isrc, gtin14, title, artist, reason, lines, totals }) => (
          <tr key={`${isrc} ${gtin14}`}>
            <th scope="row">
              <span className="release-text">
                <bdi className="release-title">{title || reportWords.untitled}</bdi>
                <bdi className="small soft">{artist}</bdi>
              </span>
            </th>
            <td data-label={columns.codes} className="address">
              <span className="mono">
                {reason === 'no_code' ? reportWords.noCode : [isrc, gtin14].filter((code) => code !== null).join(' ')}
              </span>
            </td>
            <td data-label={columns.numbers} className="figures">
              {describeNumbers(totals)}
            </td>
            <td data-label={columns.lines} className="figures end">
              {formatNumber(lines)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
