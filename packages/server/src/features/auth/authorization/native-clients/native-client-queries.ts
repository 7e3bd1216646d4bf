import type { Sql, Tenant, TenantTransaction } from '../../../../platform/database/sql.ts'
import type { AccountId, Id } from '../../../../platform/values/ids.ts'

/**
 * Client ids that members made for programs on a computer. A deleted row takes its connections along (a foreign key of
 * oauth_connections).
 */
export interface NativeClientRow {
  readonly id: Id<'nac'>
  readonly name: string
  readonly madeBy: Id<'usr'>
  readonly makerName: string
  readonly createdAt: Date
}

const columns = `id, name, made_by as "madeBy", made_by_name as "makerName", created_at as "createdAt"`

export async function insertNativeClient(tenant: Tenant, row: NativeClientRow): Promise<void> {
  await tenant.execute(
    `insert into native_clients (account_id, id, name, made_by, made_by_name, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [row.id, row.name, row.madeBy, row.makerName, row.createdAt],
  )
}

/** One creation of an account at a time, so that none passes the limit beside another. */
export async function countNativeClientsAlone(trx: TenantTransaction): Promise<number> {
  await trx.execute(`select pg_advisory_xact_lock(hashtextextended('native clients of ' || $1, 0))`)
  return countNativeClients(trx)
}

export async function countNativeClients(tenant: Tenant): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    'select count(*)::int as count from native_clients where account_id = $1',
  )
  return row?.count ?? 0
}

/** Newest first. */
export const listNativeClientRows = (
  tenant: Tenant,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<NativeClientRow[]> =>
  tenant.readRows(
    `select ${columns} from native_clients where account_id = $1 and ($2::text is null or id < $2)
     order by id desc limit $3`,
    [after ?? null, limit],
  )

/** Locked until the end of the transaction, so that it is revoked once. */
export const lockNativeClient = (trx: TenantTransaction, id: string): Promise<NativeClientRow | undefined> =>
  trx.row(`select ${columns} from native_clients where account_id = $1 and id = $2 for update`, [id])

export async function deleteNativeClients(trx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await trx.execute(`delete from native_clients where account_id = $1 and id = any($2)`, [ids])
}

/** Across accounts on purpose: the client determines the account. */
export const findNativeClient = (
  system: Sql,
  id: string,
): Promise<{ readonly accountId: AccountId; readonly name: string } | undefined> =>
  system.readRow(`select account_id as "accountId", name from native_clients where id = $1`, [id])

export const listNativeClientsOf = (
  tenant: Tenant,
  makers: readonly string[],
): Promise<{ readonly id: string; readonly name: string }[]> =>
  tenant.readRows(
    `select id, name from native_clients where account_id = $1 and made_by = any($2) order by id limit 1000`,
    [makers],
  )

/** Across accounts on purpose: where a person left clients behind. */
export const listAccountsOfMaker = async (system: Sql, maker: string): Promise<AccountId[]> =>
  (
    await system.readRows<{ id: AccountId }>(
      `select distinct account_id as id from native_clients where made_by = $1`,
      [maker],
    )
  ).map(({ id }) => id)
