import type { TableMapping } from '@spindle/contract'
import type { Tenant, TenantTransaction } from '../../../../platform/database/sql.ts'

/** The mappings of tables that accounts keep by name. */

export interface MappingRow {
  readonly name: string
  readonly mapping: TableMapping
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = `name, mapping, created_at as "createdAt", updated_at as "updatedAt"`

export const findMapping = (tenant: Tenant, name: string): Promise<MappingRow | undefined> =>
  tenant.readRow(`select ${columns} from table_mappings where account_id = $1 and name = $2`, [name])

export const listMappingRows = (
  tenant: Tenant,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<MappingRow[]> =>
  tenant.readRows(
    `select ${columns} from table_mappings
     where account_id = $1 and ($2::text is null or name > $2) order by name limit $3`,
    [after ?? null, limit],
  )

export async function countMappings(tenant: Tenant): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    'select count(*)::int as count from table_mappings where account_id = $1',
  )
  return row?.count ?? 0
}

/** Those that an account keeps at the same time are counted one after the other. */
export async function countMappingsAlone(trx: TenantTransaction): Promise<number> {
  await trx.execute(`select pg_advisory_xact_lock(hashtextextended('table mappings of ' || $1, 0))`)
  return countMappings(trx)
}

export const saveMapping = (
  trx: TenantTransaction,
  { name, mapping, at }: { readonly name: string; readonly mapping: TableMapping; readonly at: Date },
): Promise<MappingRow | undefined> =>
  trx.row(
    `insert into table_mappings (account_id, name, mapping, created_at, updated_at) values ($1, $2, $3, $4, $4)
     on conflict (account_id, name) do update set mapping = excluded.mapping, updated_at = excluded.updated_at
     returning ${columns}`,
    [name, JSON.stringify(mapping), at],
  )

export const deleteMapping = async (trx: TenantTransaction, name: string): Promise<boolean> =>
  (await trx.execute('delete from table_mappings where account_id = $1 and name = $2', [name])) > 0
