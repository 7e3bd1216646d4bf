import type { StoreReport } from '@spindle/client'
import { useSetAsideLines } from '../../data/queries/report-queries.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { reportWords } from '../../words/catalog/report-words.ts'
import { SetAsideTable } from './set-aside-table.tsx'

export interface SetAsideLinesProps {
  readonly accountId: string
  readonly report: StoreReport
}

/** The lines of a report that could not be read, in the order of the file. Nothing if every line was read. */
export function SetAsideLines({ accountId, report: { id, setAsideLines } }: SetAsideLinesProps) {
  const hasAny = setAsideLines > 0
  const listed = useSetAsideLines(accountId, id, hasAny)
  const lines = listed.data?.pages.flatMap(({ data }) => data) ?? []
  if (!hasAny) return null
  const isEnd = listed.data !== undefined && !listed.hasNextPage
  return (
    <section className="card stack" aria-labelledby="set-aside-title">
      <h2 id="set-aside-title">{reportWords.setAsideTitle}</h2>
      <p className="soft">{reportWords.setAsideText}</p>
      {listed.error && <FailureNotice error={listed.error} onRetry={() => void listed.refetch()} />}
      {listed.isPending && <Skeleton rows={4} />}
      {lines.length > 0 && <SetAsideTable lines={lines} />}
      {isEnd && lines.length < setAsideLines && (
        <p className="small soft">{reportWords.setAsideFirst(lines.length, setAsideLines)}</p>
      )}
      {listed.hasNextPage && (
        <p className="more">
          <Button isBusy={listed.isFetchingNextPage} onClick={() => void listed.fetchNextPage()}>
            {reportWords.moreSetAside}
          </Button>
        </p>
      )}
    </section>
  )
}
