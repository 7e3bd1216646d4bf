import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'

/** The queries of names that releases credit without an artist. */

const pageSize = 10

export const namesKey = (accountId: string) => ['names', accountId] as const

/** Those to decide about, or those that were dismissed. */
export const useNames = (accountId: string, dismissed: boolean) =>
  useInfiniteQuery({
    queryKey: [...namesKey(accountId), dismissed ? 'dismissed' : 'suggested'],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .parties.suggestions(
          { limit: pageSize, ...(dismissed && { dismissed }), ...(pageParam && { cursor: pageParam }) },
          { signal },
        )
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    refetchOnMount: 'always',
  })

/** How many names are dismissed. */
export const useDismissedCount = (accountId: string) =>
  useQuery({
    queryKey: [...namesKey(accountId), 'dismissed', 'count'],
    queryFn: async ({ signal }) => {
      const { page } = await hubOf(accountId)
        .parties.suggestions({ limit: 1, count: true, dismissed: true }, { signal })
        .page()
      return page.total ?? 0
    },
    refetchOnMount: 'always',
  })
