import type { Party } from '@spindle/contract'
import type { ListedPartyRow } from './party-queries.ts'

/** A row as it is answered: all that it was counted with. */
export const toParty = <T extends ListedPartyRow>({ id, createdAt, updatedAt, ...members }: T) => ({
  id: id as Party['id'],
  ...members,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
