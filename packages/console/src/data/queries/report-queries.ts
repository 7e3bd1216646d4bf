import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'

/** The queries of the pages about reports of stores. */

const pageSize = 20

export const reportsKey = (accountId: string) => ['reports', accountId] as const
export const reportListKey = (accountId: string) => [...reportsKey(accountId), 'list'] as const
export const reportKey = (accountId: string, reportId: string) => [...reportsKey(accountId), reportId] as const

/** Those that count, newest first. Another page may just have imported one. */
export const useReports = (accountId: string) =>
  useInfiniteQuery({
    queryKey: reportListKey(accountId),
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .reports.list({ limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    refetchOnMount: 'always',
  })

const groupsShown = 20

/** What all reports that count say together: in total by `groupBy`, or else by month. Its key begins like theirs. */
export const useReportNumbers = (
  accountId: string,
  groupBy: 'track' | 'release' | 'outlet' | 'territory' | undefined,
) =>
  useQuery({
    queryKey: [...reportsKey(accountId), 'numbers', groupBy],
    queryFn: ({ signal }) =>
      hubOf(accountId).analytics.getAll(
        {
          kind: 'report',
          granularity: groupBy === undefined ? 'month' : 'total',
          ...(groupBy !== undefined && { groupBy }),
          limit: groupsShown,
        },
        { signal },
      ),
  })

export const useReport = (accountId: string, reportId: string) =>
  useQuery({
    queryKey: reportKey(accountId, reportId),
    queryFn: ({ signal }) => hubOf(accountId).reports.get(reportId, { signal }),
  })

/** The lines of a report that could not be read. Its key begins with that of the report, as below. */
export const useSetAsideLines = (accountId: string, reportId: string, isAsked: boolean) =>
  useInfiniteQuery({
    queryKey: [...reportKey(accountId, reportId), 'set-aside'],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .reports.listSetAside(reportId, { limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    enabled: isAsked,
  })

/** The waiting lines of a report, by ISRC and UPC. Its key begins with that of the report: both change together. */
export const useWaitingRecordings = (accountId: string, reportId: string, isAsked: boolean) =>
  useInfiniteQuery({
    queryKey: [...reportKey(accountId, reportId), 'waiting'],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .reports.listWaiting(reportId, { limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    enabled: isAsked,
  })
