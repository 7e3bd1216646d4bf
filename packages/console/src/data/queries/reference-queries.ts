import type { ReferenceEntry, ReferenceList } from '@spindle/client'
import { useQuery } from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'

/** Codes with their names, as the hub publishes them. They do not change while a page is open. */
export function useReferenceList(accountId: string, list: ReferenceList): readonly ReferenceEntry[] {
  const { data } = useQuery({
    queryKey: ['reference', list],
    queryFn: async ({ signal }) => (await hubOf(accountId).reference.list(list, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}

/** The outlets that a release can go to. */
export const useOutlets = (accountId: string) =>
  useQuery({
    queryKey: ['outlets', accountId],
    queryFn: async ({ signal }) => (await hubOf(accountId).outlets.list({ signal })).data,
  })
