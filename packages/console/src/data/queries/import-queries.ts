import type { TableImport, TableImportRelease } from '@spindle/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'

/** The queries of the pages about imports of tables. */

const pageSize = 20
const askEveryMs = 1_500

export const importsKey = (accountId: string) => ['imports', accountId] as const
export const importKey = (accountId: string, tableImportId: string) =>
  [...importsKey(accountId), tableImportId] as const

const moving: ReadonlySet<TableImport['status']> = new Set(['waiting', 'running', 'undoing'])
export const isMoving = ({ status }: Pick<TableImport, 'status'>): boolean => moving.has(status)

/** Imports of tables, newest first. Another page may just have started one. */
export const useImports = (accountId: string) =>
  useInfiniteQuery({
    queryKey: [...importsKey(accountId), 'list'],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .tableImports.list({ limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(isMoving)) ? askEveryMs : false,
  })

export const useImport = (accountId: string, tableImportId: string) =>
  useQuery({
    queryKey: importKey(accountId, tableImportId),
    queryFn: ({ signal }) => hubOf(accountId).tableImports.get(tableImportId, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? askEveryMs : false),
  })

export interface OutcomeFilter {
  readonly outcome?: TableImportRelease['outcome'] | undefined
  readonly missingFiles?: true
  readonly ready?: true
}

/** The releases of a table, in its order. Its key begins with that of the import: both change together. */
export const useOutcomes = (accountId: string, { id, status, outcomes }: TableImport, filter: OutcomeFilter) =>
  useInfiniteQuery({
    queryKey: [...importKey(accountId, id), 'releases', filter, status, outcomes],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .tableImports.listOutcomes(
          id,
          { limit: pageSize, ...filter, ...(pageParam && { cursor: pageParam }) },
          { signal },
        )
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    placeholderData: (before) => before,
  })
