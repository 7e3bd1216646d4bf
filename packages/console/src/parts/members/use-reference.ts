import type { ReferenceEntry, ReferenceList } from '@spindle/client'
import { useReferenceList } from '../../data/queries/reference-queries.ts'
import { useMemberForm } from './member-form.ts'

/** Codes with their names. */
export function useReference(list: ReferenceList): readonly ReferenceEntry[] {
  const { accountId } = useMemberForm()
  return useReferenceList(accountId, list)
}
