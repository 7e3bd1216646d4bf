import type { ListedParty, NewParty } from '@spindle/contract'
import type { SqlValue, Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import { nameKeys } from '../../platform/values/name-key.ts'
import { namesOf } from './similar-parties.ts'

/**
 * The parties of accounts. `party_uses`, a view of releases, says which of them releases name. The row of a party that was
 * merged stays, and `leads_to` is the other one; for every other party it is its own id.
 */

export interface PartyRow extends Omit<ListedParty, 'id' | 'createdAt' | 'updatedAt' | 'releaseCount' | 'trackCount'> {
  readonly id: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface ListedPartyRow extends PartyRow {
  readonly releaseCount: number
  readonly trackCount: number
}

export interface CountedPartyRow extends ListedPartyRow {
  readonly recordingCount: number
}

const own = `p.id, p.name, p.names, p.legal_name as "legalName", p.isni, p.ipi, p.spotify, p.apple, p.new_at as "newAt",
  p.default_roles as "defaultRoles", p.created_at as "createdAt", p.updated_at as "updatedAt"`
const usesOf = (join = ''): string => `parties a join party_uses u on u.account_id = $1 and u.party_id = a.id ${join}
  where a.account_id = $1 and a.leads_to = p.id`
/** A release may name the party and one that was merged into it: a track that credits both then counts twice. */
const counts = `cross join lateral (
  select count(distinct u.release_id)::int as "releaseCount", coalesce(sum(u.track_count), 0)::int as "trackCount"
  from ${usesOf()}) counts`
// Hashed: `count(distinct)` would sort the codes of all releases.
const recordingCount = `(select count(*)::int from (
  select distinct isrc from ${usesOf('cross join unnest(u.isrcs) isrc')}) recordings) as "recordingCount"`

/** One creation of an account at a time, so that none passes the limit beside another. Parties that were merged count. */
export async function countPartiesAlone(trx: TenantTransaction): Promise<number> {
  await trx.row(`select pg_advisory_xact_lock(hashtextextended('parties of ' || $1, 0))`)
  const row = await trx.readRow<{ count: number }>('select count(*)::int as count from parties where account_id = $1')
  return row?.count ?? 0
}

const listed = `p.account_id = $1 and p.merged_into is null and ($2::text is null or strpos(p.search, $2) > 0)`

export async function countParties(tenant: Tenant, query: string | undefined): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(`select count(*)::int as count from parties p where ${listed}`, [
    query ?? null,
  ])
  return row?.count ?? 0
}

export const listPartyRows = (
  tenant: Tenant,
  {
    query,
    after,
    limit,
  }: { readonly query: string | undefined; readonly after: string | undefined; readonly limit: number },
): Promise<ListedPartyRow[]> =>
  tenant.readRows(
    `select ${own}, counts.* from (
       select p.* from parties p where ${listed} and ($3::text is null or p.id < $3) order by p.id desc limit $4) p
     ${counts} order by p.id desc`,
    [query ?? null, after ?? null, limit],
  )

const selectParty = (id: string): string =>
  `select ${own}, counts.*, ${recordingCount} from parties p ${counts} where p.account_id = $1 and p.id = ${id}`

/** The party, or the one that it was merged into. */
export const findParty = (tenant: Tenant, id: string): Promise<CountedPartyRow | undefined> =>
  tenant.readRow(selectParty('(select m.leads_to from parties m where m.account_id = $1 and m.id = $2)'), [id])

/** The ids by which releases name the party, with those of parties that were merged into it. Empty if there is none. */
export const listIdsOfParty = async (tenant: Tenant, id: string): Promise<string[]> =>
  (
    await tenant.readRows<{ id: string }>(
      `select p.id from parties m join parties p on p.account_id = $1 and p.leads_to = m.leads_to
       where m.account_id = $1 and m.id = $2`,
      [id],
    )
  ).map((row) => row.id)

export interface LockedRow extends PartyRow {
  /** The party that it was merged into. */
  readonly mergedInto: string | null
}

/** The parties with these ids that there are, in the order of their ids, until the transaction ends. */
export const lockParties = (trx: TenantTransaction, ids: readonly string[]): Promise<LockedRow[]> =>
  trx.rows(
    `select ${own}, p.merged_into as "mergedInto" from parties p
     where p.account_id = $1 and p.id = any($2) order by p.id for update`,
    [ids],
  )

/** Both are locked. What was merged into the duplicate before goes with it. */
export async function markMerged(trx: TenantTransaction, duplicate: string, into: string): Promise<void> {
  await trx.execute('update parties set merged_into = $3 where account_id = $1 and leads_to = $2', [duplicate, into])
}

export interface UseCounts {
  readonly drafts: number
  readonly changes: number
  readonly submitted: number
}

/** Releases that name a party by one of these ids, by who writes them next. */
export async function countUses(tenant: Tenant, ids: readonly string[]): Promise<UseCounts> {
  const row = await tenant.readRow<UseCounts>(
    `select count(distinct release_id) filter (where kind = 'draft')::int as drafts,
            count(distinct release_id) filter (where kind = 'change')::int as changes,
            count(distinct release_id) filter (where kind = 'submitted')::int as submitted
     from party_uses where account_id = $1 and party_id = any($2)`,
    [ids],
  )
  return row ?? { drafts: 0, changes: 0, submitted: 0 }
}

/**
 * The party that each id leads to. Held until the transaction ends: a change of a party waits for drafts that are being written
 * with it, and then finds them.
 */
export async function holdParties(trx: TenantTransaction, ids: readonly string[]): Promise<Map<string, PartyRow>> {
  const leads = await trx.readRows<{ id: string; leadsTo: string }>(
    `select id, leads_to as "leadsTo" from parties where account_id = $1 and id = any($2)`,
    [ids],
  )
  const rows = await trx.rows<LockedRow>(
    `select ${own}, p.merged_into as "mergedInto" from parties p
     where p.account_id = $1 and p.id = any($2) order by p.id for share`,
    [leads.map(({ leadsTo }) => leadsTo)],
  )
  const held = new Map<string, PartyRow>(rows.filter(isPresent).map((row) => [row.id, row]))
  // Merged between the two statements: the row itself says so, once it is locked.
  const moved = rows.flatMap(({ id, mergedInto }) => (mergedInto === null ? [] : [id]))
  if (moved.length > 0) for (const [id, row] of await holdParties(trx, moved)) held.set(id, row)
  return new Map(leads.flatMap(({ id, leadsTo }) => entryOf(id, held.get(leadsTo))))
}

const isPresent = ({ mergedInto }: LockedRow): boolean => mergedInto === null

const entryOf = <T>(id: string, row: T | undefined): [string, T][] => (row === undefined ? [] : [[id, row]])

const searchOf = ({ name, names, legalName, ...ids }: PartyRow): string =>
  [name, legalName, ...names.map((one) => one.name), ids.isni, ids.ipi, ids.spotify, ids.apple, ids.id]
    .flatMap((text) => text?.toLowerCase() ?? [])
    .join('\n')

const keysOf = (accountId: string, row: PartyRow): string[] => [
  ...new Set(namesOf(row).flatMap((name) => nameKeys(accountId, name))),
]

const valuesOf = (accountId: string, row: PartyRow): SqlValue[] => [
  row.id,
  row.name,
  JSON.stringify(row.names),
  row.legalName,
  row.isni,
  row.ipi,
  row.spotify,
  row.apple,
  row.newAt,
  row.defaultRoles,
  searchOf(row),
  row.updatedAt,
  keysOf(accountId, row),
]

const addKeys = (party: string, keys: string): string => `
  insert into party_keys (account_id, party_id, key) select $1, ${party}, key from unnest(${keys}::text[]) key
  on conflict do nothing`

export async function insertParty(trx: TenantTransaction, row: PartyRow): Promise<void> {
  await trx.execute(
    `with keyed as (${addKeys('$2', '$14')})
     insert into parties (account_id, id, name, names, legal_name, isni, ipi, spotify, apple, new_at, default_roles, search,
                          keyed_as, updated_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $13)`,
    valuesOf(trx.accountId, row),
  )
}

export async function saveParty(trx: TenantTransaction, row: PartyRow): Promise<void> {
  await trx.execute(
    `with gone as (delete from party_keys where account_id = $1 and party_id = $2 and key <> all($14::text[])),
          keyed as (${addKeys('$2', '$14')})
     update parties set name = $3, names = $4, legal_name = $5, isni = $6, ipi = $7, spotify = $8, apple = $9, new_at = $10,
            default_roles = $11, search = $12, keyed_as = $12, updated_at = $13
     where account_id = $1 and id = $2`,
    valuesOf(trx.accountId, row),
  )
}

export async function deletePartyRow(trx: TenantTransaction, id: string): Promise<void> {
  await trx.execute('delete from parties where account_id = $1 and id = $2', [id])
}

export const emptyParty: Required<{ [K in keyof Omit<NewParty, 'name'>]: PartyRow[K] }> = {
  names: [],
  legalName: null,
  isni: null,
  ipi: null,
  spotify: null,
  apple: null,
  newAt: [],
  defaultRoles: [],
}
