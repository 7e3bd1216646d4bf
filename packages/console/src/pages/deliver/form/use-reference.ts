import type { ReferenceEntry, ReferenceList } from '@spindle/client'
import { useQuery } from '@tanstack/react-query'
import { hubOf } from '../../../data/api/hub.ts'
import { useOpenedDelivery } from '../delivery-context.ts'

/** Codes with their names, as the hub publishes them. They do not change while a page is open. */
export function useReference(list: ReferenceList): readonly ReferenceEntry[] {
  const { accountId } = useOpenedDelivery()
  const { data } = useQuery({
    queryKey: ['reference', list],
    queryFn: async ({ signal }) => (await hubOf(accountId).reference.list(list, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}

/** Which codes the hub gives to a release that is submitted without. */
export function useAssigned(): { readonly upc: boolean; readonly isrc: boolean } {
  const { accountId } = useOpenedDelivery()
  const { data } = useQuery({
    queryKey: ['assigns'],
    queryFn: async ({ signal }) => (await hubOf(accountId).rules.list({ signal })).assigns,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? { upc: false, isrc: false }
}
