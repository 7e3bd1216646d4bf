import type { ReferenceEntry, ReferenceList } from '@spindle/client'
import { useQuery } from '@tanstack/react-query'
import { hubOf } from '../../../data/api/hub.ts'
import { useReferenceList } from '../../../data/queries/reference-queries.ts'
import { useOpenedDelivery } from '../delivery-context.ts'

/** Codes with their names. */
export function useReference(list: ReferenceList): readonly ReferenceEntry[] {
  const { accountId } = useOpenedDelivery()
  return useReferenceList(accountId, list)
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
