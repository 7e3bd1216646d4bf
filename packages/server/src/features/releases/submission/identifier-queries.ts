import type { Database, TenantTransaction } from '../../../platform/database/sql.ts'

/** Takes the next `count` numbers of the year; undefined if the year does not have that many left. */
export async function takeIsrcNumbers(
  trx: TenantTransaction,
  { prefix, year, count }: { readonly prefix: string; readonly year: number; readonly count: number },
): Promise<number[] | undefined> {
  // The counter belongs to the hub, not to the account, so it is not a statement of a tenant.
  const row = await trx.transaction.row<{ last: number }>(
    `insert into isrc_counters (prefix, year, last) select $1, $2, $3 where $3 <= 99999
     on conflict (prefix, year) do update set last = isrc_counters.last + $3 where isrc_counters.last + $3 <= 99999
     returning last`,
    [prefix, year, count],
  )
  return row && Array.from({ length: count }, (_, index) => row.last - count + 1 + index)
}

/** ISRCs of the list that the account's tracks have or had: a label may have used the prefix manually. */
export async function findUsedIsrcs(trx: TenantTransaction, isrcs: readonly string[]): Promise<Set<string>> {
  const rows = await trx.readRows<{ isrc: string }>(
    `select isrc from tracks where account_id = $1 and isrc = any($2)
     union select isrc from recordings where account_id = $1 and isrc = any($2)`,
    [isrcs],
  )
  return new Set(rows.map(({ isrc }) => isrc))
}

/** The oldest free code of the pool that the account does not already use; undefined if the pool is empty. */
export async function takeUpc(trx: TenantTransaction, releaseId: string): Promise<string | undefined> {
  const row = await trx.row<{ written: string }>(
    `update upc_pool set taken_at = now(), account_id = $1, release_id = $2
     where gtin14 = (select p.gtin14 from upc_pool p
                     where p.taken_at is null
                       and not exists (select 1 from releases r where r.account_id = $1 and r.gtin14 = p.gtin14)
                     order by p.place limit 1 for update skip locked)
     returning written`,
    [releaseId],
  )
  return row?.written
}

/** Adds the configured codes to the pool. The pool belongs to the hub; assigned codes stay assigned. */
export async function fillUpcPool(
  database: Database,
  codes: readonly { readonly gtin14: string; readonly written: string }[],
): Promise<void> {
  await database.system.execute(
    `insert into upc_pool (gtin14, written)
     select gtin14, written from json_to_recordset($1) as c(gtin14 text, written text)
     on conflict (gtin14) do nothing`,
    [JSON.stringify(codes)],
  )
}
