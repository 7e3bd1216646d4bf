import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'

/** The queries of artists, writers and companies. */

const pageSize = 50
const suggested = 8

/** All lists of them. */
export const partiesKey = (accountId: string) => ['parties', accountId] as const
export const partyKey = (accountId: string, partyId: string) => ['party', accountId, partyId] as const

export const useParties = (accountId: string, search: string) =>
  useInfiniteQuery({
    queryKey: [...partiesKey(accountId), 'list', search],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .parties.list(
          { limit: pageSize, ...(search !== '' && { query: search }), ...(pageParam && { cursor: pageParam }) },
          { signal },
        )
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    placeholderData: (before) => before,
  })

export const useParty = (accountId: string, partyId: string) =>
  useQuery({
    queryKey: partyKey(accountId, partyId),
    queryFn: ({ signal }) => hubOf(accountId).parties.get(partyId, { signal }),
    // A later version would replace what a person types.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const usePartyReleases = (accountId: string, partyId: string) =>
  useInfiniteQuery({
    queryKey: [...partiesKey(accountId), 'releases', partyId],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .parties.releases(partyId, { limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
  })

/** Those that a text may mean, while it is typed. */
export const usePartySuggestions = (accountId: string, text: string) =>
  useQuery({
    queryKey: [...partiesKey(accountId), 'suggested', text],
    queryFn: async ({ signal }) =>
      (await hubOf(accountId).parties.list({ query: text, limit: suggested }, { signal }).page()).data,
    enabled: text !== '',
    staleTime: 60_000,
  })

/** The name of an artist that is only known by its id; no id asks for nothing. */
export const usePartyName = (accountId: string, partyId: string): string | undefined =>
  useQuery({
    queryKey: partyKey(accountId, partyId),
    queryFn: ({ signal }) => hubOf(accountId).parties.get(partyId, { signal }),
    enabled: partyId !== '',
  }).data?.name
