import type { NewParty, Party } from '@spindle/contract'
import type { SqlValue, Tenant, TenantTransaction } from '../../platform/database/sql.ts'

/** The parties of accounts. `party_uses`, a view of releases, says which of them releases name. */

export interface PartyRow extends Omit<Party, 'id' | 'createdAt' | 'updatedAt' | 'releaseCount'> {
  readonly id: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface CountedPartyRow extends PartyRow {
  readonly releaseCount: number
}

const own = `p.id, p.name, p.names, p.legal_name as "legalName", p.isni, p.ipi, p.spotify, p.apple, p.new_at as "newAt",
  p.default_roles as "defaultRoles", p.created_at as "createdAt", p.updated_at as "updatedAt"`
const counted = `${own}, (select count(*)::int from party_uses u
  where u.account_id = $1 and u.party_id = p.id) as "releaseCount"`

/** One creation of an account at a time, so that none passes the limit beside another. */
export async function countPartiesAlone(trx: TenantTransaction): Promise<number> {
  await trx.row(`select pg_advisory_xact_lock(hashtextextended('parties of ' || $1, 0))`)
  return countParties(trx, undefined)
}

const matching = '($2::text is null or strpos(p.search, $2) > 0)'

export async function countParties(tenant: Tenant, query: string | undefined): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    `select count(*)::int as count from parties p where p.account_id = $1 and ${matching}`,
    [query ?? null],
  )
  return row?.count ?? 0
}

export const listPartyRows = (
  tenant: Tenant,
  {
    query,
    after,
    limit,
  }: { readonly query: string | undefined; readonly after: string | undefined; readonly limit: number },
): Promise<CountedPartyRow[]> =>
  tenant.readRows(
    `select ${counted} from parties p
     where p.account_id = $1 and ${matching} and ($3::text is null or p.id < $3) order by p.id desc limit $4`,
    [query ?? null, after ?? null, limit],
  )

export const findParty = (tenant: Tenant, id: string): Promise<CountedPartyRow | undefined> =>
  tenant.readRow(`select ${counted} from parties p where p.account_id = $1 and p.id = $2`, [id])

/** Two statements: only one after the lock sees what the other transaction committed. */
export async function lockParty(trx: TenantTransaction, id: string): Promise<CountedPartyRow | undefined> {
  await trx.execute('select 1 from parties where account_id = $1 and id = $2 for update', [id])
  return findParty(trx, id)
}

/** Held until the transaction ends: a change of a party waits for drafts that are being written with it, and then finds them. */
export const holdParties = (trx: TenantTransaction, ids: readonly string[]): Promise<PartyRow[]> =>
  trx.rows(`select ${own} from parties p where p.account_id = $1 and p.id = any($2) order by p.id for share`, [ids])

const searchOf = ({ name, names, legalName, ...ids }: PartyRow): string =>
  [name, legalName, ...names.map((one) => one.name), ids.isni, ids.ipi, ids.spotify, ids.apple, ids.id]
    .flatMap((text) => text?.toLowerCase() ?? [])
    .join('\n')

const valuesOf = (row: PartyRow): SqlValue[] => [
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
]

export async function insertParty(trx: TenantTransaction, row: PartyRow): Promise<void> {
  await trx.execute(
    `insert into parties (account_id, id, name, names, legal_name, isni, ipi, spotify, apple, new_at, default_roles, search,
                          updated_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`,
    valuesOf(row),
  )
}

export async function saveParty(trx: TenantTransaction, row: PartyRow): Promise<void> {
  await trx.execute(
    `update parties set name = $3, names = $4, legal_name = $5, isni = $6, ipi = $7, spotify = $8, apple = $9, new_at = $10,
            default_roles = $11, search = $12, updated_at = $13
     where account_id = $1 and id = $2`,
    valuesOf(row),
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
