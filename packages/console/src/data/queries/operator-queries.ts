import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { operatorApi } from '../api/operator-api.ts'

/** The queries of the operator's pages, each under the key `operator`. */

export const operatorKey = ['operator'] as const
const secondMs = 1_000

interface Page {
  readonly page: { readonly nextCursor: string | null }
}

const pagesOf = <T extends Page>(
  name: string,
  query: Readonly<Record<string, string | undefined>>,
  ask: (query: Readonly<Record<string, string | undefined>>) => Promise<T>,
) => ({
  queryKey: [...operatorKey, name, query],
  queryFn: ({ pageParam }: { readonly pageParam: string }) => ask({ ...query, cursor: pageParam }),
  initialPageParam: '',
  getNextPageParam: ({ page }: T) => page.nextCursor,
  placeholderData: (before: { readonly pages: T[]; readonly pageParams: string[] } | undefined) => before,
})

export const useOperatorCounts = () =>
  useQuery({ queryKey: [...operatorKey, 'counts'], queryFn: operatorApi.getCounts, refetchInterval: 30 * secondMs })

export const useReviews = () =>
  useInfiniteQuery({ ...pagesOf('reviews', {}, operatorApi.listReviews), refetchInterval: 30 * secondMs })

export const useReview = (releaseId: string) =>
  useQuery({ queryKey: [...operatorKey, 'review', releaseId], queryFn: () => operatorApi.getReview(releaseId) })

export const useMessages = (state: string) => useInfiniteQuery(pagesOf('messages', { state }, operatorApi.listMessages))

export const useProperties = () =>
  useInfiniteQuery({ ...pagesOf('properties', {}, operatorApi.listProperties), refetchInterval: 15 * secondMs })

export const useHubOutlets = () =>
  useInfiniteQuery({ ...pagesOf('outlets', {}, operatorApi.listOutlets), refetchInterval: 15 * secondMs })

export const useHubOutlet = (outletId: string) =>
  useQuery({ queryKey: [...operatorKey, 'outlet', outletId], queryFn: () => operatorApi.getOutlet(outletId) })

export const useRefusals = () =>
  useQuery({ queryKey: [...operatorKey, 'refusals'], queryFn: operatorApi.getRefusals, refetchInterval: 15 * secondMs })

export const useAccounts = (query: string) => useInfiniteQuery(pagesOf('accounts', { query }, operatorApi.listAccounts))

export const usePeople = (query: string, kind: string) =>
  useInfiniteQuery(pagesOf('people', { query, kind }, operatorApi.listPeople))

export const useSystem = () => useQuery({ queryKey: [...operatorKey, 'system'], queryFn: operatorApi.getSystem })

/** Requested each time: it decides what a click ends. */
export const usePersonAccess = (userId: string) =>
  useQuery({
    queryKey: [...operatorKey, 'access', userId],
    queryFn: () => operatorApi.listAccess(userId),
    staleTime: 0,
  })
