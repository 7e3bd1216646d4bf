import { useInfiniteQuery } from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'

const pageSize = 50

export const trashKey = (accountId: string) => ['trash', accountId] as const

/** Deleted drafts that can be restored, last deleted first. */
export const useTrash = (accountId: string) =>
  useInfiniteQuery({
    queryKey: trashKey(accountId),
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .trash.list({ limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
  })
