import type { Database, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import { searchForms } from '../../../platform/values/search-words.ts'

/** Releases whose words are not of the present form (`searchForms`), and whose names may be missing. A partial index has them. */
export interface OutdatedSearch {
  readonly accountId: AccountId
  readonly releaseId: string
}

export const findOutdatedSearch = (database: Database, after: OutdatedSearch | undefined): Promise<OutdatedSearch[]> =>
  database.system.readRows(
    `select owner_id as "accountId", release_id as "releaseId" from release_search
     where not search @@ '''${searchForms.at(-1)}'''::tsquery and ($1::text is null or (owner_id, release_id) > ($1, $2))
     order by owner_id, release_id limit 200`,
    [after?.accountId ?? null, after?.releaseId ?? null],
  )

export async function removeSearch(trx: TenantTransaction, releaseId: string): Promise<void> {
  await trx.execute('delete from release_search where owner_id = $1 and release_id = $2', [releaseId])
}
