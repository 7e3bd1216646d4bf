import type { Bulk, BulkRelease } from '@spindle/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'

/** The queries of the pages about bulk jobs. */

const pageSize = 50
const askEveryMs = 1_500

export const bulkListKey = (accountId: string) => ['bulk', accountId] as const
export const bulkKey = (accountId: string, bulkId: string) => [...bulkListKey(accountId), bulkId] as const

const isRunning = ({ status }: Bulk): boolean => status === 'running'

/** Newest first. The catalog may just have started one. */
export const useBulkJobs = (accountId: string) =>
  useInfiniteQuery({
    queryKey: [...bulkListKey(accountId), 'list'],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .bulk.list({ limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(isRunning)) ? askEveryMs : false,
  })

export const useBulkJob = (accountId: string, bulkId: string) =>
  useQuery({
    queryKey: bulkKey(accountId, bulkId),
    queryFn: ({ signal }) => hubOf(accountId).bulk.get(bulkId, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? askEveryMs : false),
  })

/** The releases of a job, in its order. Its key begins with that of the job: both change together. */
export const useBulkReleases = (
  accountId: string,
  { id, status, counts }: Bulk,
  outcome: BulkRelease['outcome'] | undefined,
) =>
  useInfiniteQuery({
    queryKey: [...bulkKey(accountId, id), 'releases', outcome, status, counts],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .bulk.listOutcomes(
          id,
          { limit: pageSize, ...(outcome && { outcome }), ...(pageParam && { cursor: pageParam }) },
          { signal },
        )
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    placeholderData: (before) => before,
  })
