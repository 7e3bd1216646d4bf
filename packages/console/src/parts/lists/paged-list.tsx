import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { words } from '../../words/words.ts'
import { Button } from '../layout/button.tsx'
import { FailureNotice } from '../layout/notice.tsx'
import { Skeleton } from '../layout/skeleton.tsx'

interface Pages<T> {
  readonly data: readonly T[]
}

export interface PagedListProps<T> {
  readonly list: UseInfiniteQueryResult<InfiniteData<Pages<T>>>
  readonly empty: ReactNode
  readonly children: (items: readonly T[]) => ReactNode
}

/** A list while it loads, when it fails, when it is empty, and with a button for what follows. */
export function PagedList<T>({ list, empty, children }: PagedListProps<T>) {
  const items = list.data?.pages.flatMap(({ data }) => data)
  if (!items)
    return list.error ? <FailureNotice error={list.error} onRetry={() => void list.refetch()} /> : <Skeleton rows={5} />
  return (
    <>
      {list.error && <FailureNotice error={list.error} onRetry={() => void list.refetch()} />}
      {items.length === 0 ? empty : children(items)}
      {list.hasNextPage && (
        <p className="more">
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {words.catalog.more}
          </Button>
        </p>
      )}
    </>
  )
}
