import type { LabelDefaults, ReleaseDefaults } from '@spindle/contract'
import type { SqlValue, Tenant, TenantTransaction } from '../../platform/database/sql.ts'

/** The labels of accounts, and the defaults of accounts. */

export interface LabelRow {
  readonly id: string
  readonly name: string
  readonly nameKey: string
  readonly defaults: LabelDefaults
  /** Allowed for the account: a reference in the schema. */
  readonly isrcPrefix: string | null
  readonly upcRange: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Two labels of an account had the same name. */
export const nameConstraint = 'labels_name'

/** The operator no longer allows the prefix or the range for the account. */
export const codeConstraints = ['labels_isrc_prefix', 'labels_upc_range'] as const

const columns = `l.id, l.name, l.name_key as "nameKey", l.defaults, l.isrc_prefix as "isrcPrefix", l.upc_range as "upcRange",
  l.created_at as "createdAt", l.updated_at as "updatedAt"`

/** One creation of an account at a time, so that none passes the limit beside another. */
export async function countLabelsAlone(trx: TenantTransaction): Promise<number> {
  await trx.row(`select pg_advisory_xact_lock(hashtextextended('labels of ' || $1, 0))`)
  return countLabels(trx, undefined)
}

const matching = '($2::text is null or strpos(l.name_key, $2) > 0)'

export async function countLabels(tenant: Tenant, query: string | undefined): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    `select count(*)::int as count from labels l where l.account_id = $1 and ${matching}`,
    [query ?? null],
  )
  return row?.count ?? 0
}

interface LabelPage {
  readonly query: string | undefined
  readonly after: string | undefined
  readonly limit: number
}

export const listLabelRows = (tenant: Tenant, { query, after, limit }: LabelPage): Promise<LabelRow[]> =>
  tenant.readRows(
    `select ${columns} from labels l
     where l.account_id = $1 and ${matching} and ($3::text is null or l.id < $3) order by l.id desc limit $4`,
    [query ?? null, after ?? null, limit],
  )

export const findLabel = (tenant: Tenant, id: string): Promise<LabelRow | undefined> =>
  tenant.readRow(`select ${columns} from labels l where l.account_id = $1 and l.id = $2`, [id])

export const lockLabel = (trx: TenantTransaction, id: string): Promise<LabelRow | undefined> =>
  trx.row(`select ${columns} from labels l where l.account_id = $1 and l.id = $2 for update`, [id])

export const findLabelByName = (tenant: Tenant, nameKey: string): Promise<LabelRow | undefined> =>
  tenant.readRow(`select ${columns} from labels l where l.account_id = $1 and l.name_key = $2`, [nameKey])

const valuesOf = (row: LabelRow): SqlValue[] => [
  row.id,
  row.name,
  row.nameKey,
  JSON.stringify(row.defaults),
  row.updatedAt,
  row.isrcPrefix,
  row.upcRange,
]

export async function insertLabel(trx: TenantTransaction, row: LabelRow): Promise<void> {
  await trx.execute(
    `insert into labels (account_id, id, name, name_key, defaults, updated_at, created_at, isrc_prefix, upc_range)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
    valuesOf(row),
  )
}

export async function saveLabel(trx: TenantTransaction, row: LabelRow): Promise<void> {
  await trx.execute(
    `update labels set name = $3, name_key = $4, defaults = $5, updated_at = $6, isrc_prefix = $7, upc_range = $8
     where account_id = $1 and id = $2`,
    valuesOf(row),
  )
}

export async function deleteLabelRow(trx: TenantTransaction, id: string): Promise<void> {
  await trx.execute('delete from labels where account_id = $1 and id = $2', [id])
}

/** Which of the two the operator allows for the account. Null is always allowed. */
export async function findAllowed(
  trx: TenantTransaction,
  { isrcPrefix, upcRange }: Pick<LabelRow, 'isrcPrefix' | 'upcRange'>,
): Promise<{ readonly isrc: boolean; readonly upc: boolean }> {
  const rows = await trx.readRows<{ kind: 'isrc' | 'upc' }>(
    `select kind from allowed_codes where account_id = $1 and (kind = 'isrc' and prefix = $2 or kind = 'upc' and prefix = $3)`,
    [isrcPrefix, upcRange],
  )
  const kinds = rows.map(({ kind }) => kind)
  return { isrc: isrcPrefix === null || kinds.includes('isrc'), upc: upcRange === null || kinds.includes('upc') }
}

export interface DefaultsRow {
  readonly defaults: ReleaseDefaults
  /** Null if they were never changed. */
  readonly updatedAt: Date | null
}

export async function findDefaults(tenant: Tenant): Promise<DefaultsRow> {
  const row = await tenant.readRow<DefaultsRow>(
    'select defaults, updated_at as "updatedAt" from account_defaults where account_id = $1',
  )
  return row ?? { defaults: {}, updatedAt: null }
}

export interface DefaultsOfRelease {
  readonly ofAccount: ReleaseDefaults
  /** The label with the name. */
  readonly label: Pick<LabelRow, 'name' | 'defaults'> | undefined
}

/** One statement: every new draft asks. `nameKey` is null for a release without a label. */
export async function findDefaultsOfRelease(tenant: Tenant, nameKey: string | null): Promise<DefaultsOfRelease> {
  const row = await tenant.readRow<{ defaults: ReleaseDefaults; name: string | null; ofLabel: LabelDefaults | null }>(
    `select coalesce(d.defaults, '{}') as defaults, l.name, l.defaults as "ofLabel"
     from (select $1::text as account_id) a
     left join account_defaults d on d.account_id = a.account_id
     left join labels l on l.account_id = a.account_id and l.name_key = $2`,
    [nameKey],
  )
  const { defaults = {}, name = null, ofLabel = null } = row ?? {}
  return { ofAccount: defaults, label: name === null || ofLabel === null ? undefined : { name, defaults: ofLabel } }
}

/** One change of an account at a time, also of the first one. */
export async function lockDefaults(trx: TenantTransaction): Promise<DefaultsRow> {
  await trx.row(`select pg_advisory_xact_lock(hashtextextended('defaults of ' || $1, 0))`)
  return findDefaults(trx)
}

export async function saveDefaults(trx: TenantTransaction, { defaults, updatedAt }: DefaultsRow): Promise<void> {
  await trx.execute(
    `insert into account_defaults (account_id, defaults, updated_at) values ($1, $2, $3)
     on conflict (account_id) do update set defaults = excluded.defaults, updated_at = excluded.updated_at`,
    [JSON.stringify(defaults), updatedAt],
  )
}
