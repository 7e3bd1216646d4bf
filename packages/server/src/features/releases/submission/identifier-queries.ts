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

/** Returns the numbers after `last`. The transaction that took them still holds the counter. */
export async function returnIsrcNumbers(
  trx: TenantTransaction,
  { prefix, year, last }: { readonly prefix: string; readonly year: number; readonly last: number },
): Promise<void> {
  await trx.transaction.execute('update isrc_counters set last = $3 where prefix = $1 and year = $2', [
    prefix,
    year,
    last,
  ])
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

/** The number of the next code of the range; undefined if the operator no longer allows the range. */
export async function lockUpcRange(trx: TenantTransaction, prefix: string): Promise<number | undefined> {
  const row = await trx.row<{ next: string }>(
    'select next::text as next from upc_ranges where account_id = $1 and prefix = $2 for update',
    [prefix],
  )
  return row && Number(row.next)
}

export async function saveUpcRange(trx: TenantTransaction, prefix: string, next: number): Promise<void> {
  await trx.execute('update upc_ranges set next = $3 where account_id = $1 and prefix = $2', [prefix, next])
}

export interface FirstFree {
  /** In the list. */
  readonly place: number
  /** False if another account has the code: row-level security hides it until it is written. */
  readonly isTaken: boolean
}

/** Takes the first code of the list that no release of the account has and that was never assigned. */
export const takeFirstFree = (
  trx: TenantTransaction,
  releaseId: string,
  codes: readonly string[],
): Promise<FirstFree | undefined> =>
  trx.row(
    `with free as (
       select lpad(c.written, 14, '0') as gtin14, c.written, c.place
       from unnest($3::text[]) with ordinality as c (written, place)
       where not exists (select from releases r where r.account_id = $1 and r.gtin14 = lpad(c.written, 14, '0'))
         and not exists (select from upc_pool p where p.gtin14 = lpad(c.written, 14, '0'))
       order by c.place limit 1),
     taken as (
       insert into upc_pool (gtin14, written, taken_at, account_id, release_id)
       select gtin14, written, now(), $1, $2 from free
       on conflict (gtin14) do nothing
       returning gtin14)
     select (free.place - 1)::int as place, exists (select from taken) as "isTaken" from free`,
    [releaseId, codes],
  )

/** Adds the configured codes to the pool, except those of ranges. The pool belongs to the hub; assigned codes stay assigned. */
export async function fillUpcPool(
  database: Database,
  codes: readonly { readonly gtin14: string; readonly written: string }[],
): Promise<void> {
  await database.system.execute(
    `insert into upc_pool (gtin14, written)
     select gtin14, written from json_to_recordset($1) as c(gtin14 text, written text)
     where not exists (select from upc_ranges r where r.codes @> left(c.gtin14, 13)::bigint)
     on conflict (gtin14) do nothing`,
    [JSON.stringify(codes)],
  )
}
