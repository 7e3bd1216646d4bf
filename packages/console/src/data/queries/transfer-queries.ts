import type { Transfer, TransferFinding, TransferMark, TransferMarked, TransferStore } from '@spindle/client'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'

/** The queries of the pages about transfers from another distributor. */

const pageSize = 20
const askEveryMs = 1_500
/** Each answer compares the whole table, so it is not requested after every event of the hub. */
const refreshEveryMs = 60_000

export const transfersKey = (accountId: string) => ['transfers', accountId] as const
export const transferKey = (accountId: string, transferId: string) => [...transfersKey(accountId), transferId] as const

const isWaiting = ({ status }: Pick<Transfer, 'status'>): boolean => status === 'waiting'

/** Transfers, newest first. Another page may just have planned one. */
export const useTransfers = (accountId: string) =>
  useInfiniteQuery({
    queryKey: [...transfersKey(accountId), 'list'],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .transfers.list({ limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(isWaiting)) ? askEveryMs : false,
  })

export const useTransfer = (accountId: string, transferId: string) =>
  useQuery({
    queryKey: transferKey(accountId, transferId),
    queryFn: ({ signal }) => hubOf(accountId).transfers.get(transferId, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isWaiting(data) ? askEveryMs : refreshEveryMs),
  })

export interface TransferFilter {
  readonly severity?: TransferFinding['severity'] | 'none' | undefined
  readonly outlet?: string | undefined
  readonly state?: TransferStore['state'] | undefined
}

/** The releases of a transfer, in the order of its table. Its key begins with that of the transfer: both change together. */
export const useTransferReleases = (accountId: string, transferId: string, filter: TransferFilter) =>
  useInfiniteQuery({
    queryKey: [...transferKey(accountId, transferId), 'releases', filter],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .transfers.releases(
          transferId,
          { limit: pageSize, ...filter, ...(pageParam && { cursor: pageParam }) },
          { signal },
        )
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    placeholderData: (before) => before,
  })

/** Marks old copies as down or up, and requests again what this changes. */
export function useMark(accountId: string, transferId: string): (mark: TransferMark) => Promise<TransferMarked> {
  const client = useQueryClient()
  return async (mark) => {
    const marked = await hubOf(accountId).transfers.mark(transferId, mark)
    void client.invalidateQueries({ queryKey: transferKey(accountId, transferId) })
    return marked
  }
}

/** The mappings of columns that the account keeps: a choice shows the first hundred. */
export const useTableMappings = (accountId: string) =>
  useQuery({
    queryKey: ['table-mappings', accountId],
    queryFn: ({ signal }) => hubOf(accountId).tableMappings.list({ limit: 100 }, { signal }).page(),
  })
