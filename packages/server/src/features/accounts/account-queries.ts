import { isoInstant } from '../../platform/database/iso-instant.ts'
import type { Sql, Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { AccountId, Id } from '../../platform/values/ids.ts'
import type { MoveIn } from './move-in.ts'

/**
 * Notification between nodes: the id of an account that was suspended or resumed, or whose move was opened or ended.
 * The earlier version has the same name.
 */
export const accountStatesChannel = 'account_suspensions'

/** Notification between nodes: the id of a service client that was revoked. */
export const clientsChannel = 'service_clients'

export interface AccountRow {
  readonly id: AccountId
  readonly name: string
  readonly createdAt: Date
  /** Null unless the operator has suspended it. */
  readonly suspendedAt: Date | null
  /** The last move that the operator opened and did not end; it may be over. */
  readonly moveIn: MoveIn | null
}

/** Accounts belong to no account, so these statements run as the system. */
export async function insertAccount(
  system: Sql,
  { id, name, createdAt }: Omit<AccountRow, 'suspendedAt' | 'moveIn'>,
): Promise<void> {
  await system.execute(`insert into accounts (id, name, created_at) values ($1, $2, $3)`, [id, name, createdAt])
}

/** An account of another hub, as it is there; false when it is here already. */
export const insertNewAccount = async (
  system: Sql,
  { id, name, createdAt }: Omit<AccountRow, 'suspendedAt' | 'moveIn'>,
): Promise<boolean> =>
  (await system.execute('insert into accounts (id, name, created_at) values ($1, $2, $3) on conflict (id) do nothing', [
    id,
    name,
    createdAt,
  ])) === 1

/** Held until the transaction ends: nothing new can refer to the account. */
export const lockAccount = (trx: TenantTransaction): Promise<AccountRow | undefined> =>
  trx.row(`select ${accountColumns} from accounts where id = $1 for update`)

/** Of an account nothing refers to any more. */
export async function deleteAccount(trx: TenantTransaction): Promise<void> {
  await trx.execute('delete from accounts where id = $1')
}

const moveInColumn = `case when move_in_until is not null then json_build_object(
  'until', ${isoInstant('move_in_until')}, 'factor', move_in_factor, 'storedBytes', move_in_stored_bytes) end as "moveIn"`

const accountColumns = `id, name, created_at as "createdAt", suspended_at as "suspendedAt", ${moveInColumn}`

export const findAccount = (tenant: Tenant): Promise<AccountRow | undefined> =>
  tenant.readRow(`select ${accountColumns} from accounts where id = $1`)

export const listAccountRows = (system: Sql): Promise<AccountRow[]> =>
  system.readRows(`select ${accountColumns} from accounts order by id`)

export interface AccountQuery {
  /** Part of a name. */
  readonly q?: string | undefined
  /** The id of the last one of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

/** Newest first. */
export const findAccountPage = (system: Sql, { q, after, limit }: AccountQuery): Promise<AccountRow[]> =>
  system.readRows(
    `select ${accountColumns} from accounts
     where ($1::text is null or strpos(lower(name), lower($1)) > 0) and ($2::text is null or id < $2)
     order by id desc limit $3`,
    [q ?? null, after ?? null, limit],
  )

export const countAccounts = async (system: Sql, q: string | undefined): Promise<number> =>
  (
    await system.readRow<{ count: number }>(
      `select count(*)::int as count from accounts where $1::text is null or strpos(lower(name), lower($1)) > 0`,
      [q ?? null],
    )
  )?.count ?? 0

export async function isAccountKnown(system: Sql, id: AccountId): Promise<boolean> {
  return (await system.readRow(`select 1 from accounts where id = $1`, [id])) !== undefined
}

/** Names by id; an id that names no account is missing. */
export const findAccountNames = (sql: Sql, ids: readonly string[]): Promise<Pick<AccountRow, 'id' | 'name'>[]> =>
  sql.readRows('select id, name from accounts where id = any($1)', [ids])

/** The name of the account itself. */
export const findOwnName = (tenant: Tenant): Promise<{ name: string } | undefined> =>
  tenant.readRow('select name from accounts where id = $1')

export async function setName(trx: TenantTransaction, name: string): Promise<void> {
  await trx.execute('update accounts set name = $2 where id = $1', [name])
}

/** False when it was so already. */
export const setSuspended = async (trx: TenantTransaction, at: Date | null): Promise<boolean> =>
  (await trx.execute(
    'update accounts set suspended_at = $2 where id = $1 and (suspended_at is null) = ($2::timestamptz is not null)',
    [at],
  )) === 1

/** Replaces the move that is open. */
export async function setMoveIn(trx: TenantTransaction, { until, factor, storedBytes }: MoveIn, now: Date) {
  await trx.execute(
    `update accounts set move_in_opened_at = $2, move_in_until = $3, move_in_factor = $4, move_in_stored_bytes = $5
     where id = $1`,
    [now, until, factor, storedBytes],
  )
}

/** True when one was open. */
export const clearMoveIn = async (trx: TenantTransaction, now: Date): Promise<boolean> =>
  (await trx.execute(
    `update accounts set move_in_opened_at = null, move_in_until = null, move_in_factor = null,
       move_in_stored_bytes = null
     where id = $1 and move_in_until > $2`,
    [now],
  )) === 1

export interface AccountState {
  readonly isSuspended: boolean
  readonly moveIn: MoveIn | null
}

/** An account that was erased stays suspended: a process may still remember its keys for a while. */
export const findState = async (system: Sql, id: AccountId): Promise<AccountState> =>
  (await system.readRow<AccountState>(
    `select suspended_at is not null as "isSuspended", ${moveInColumn} from accounts where id = $1`,
    [id],
  )) ?? { isSuspended: true, moveIn: null }

export interface ClientRow {
  readonly id: Id<'cli'>
  readonly name: string
  readonly createdAt: Date
  readonly revokedAt: Date | null
}

export async function insertClient(
  tenant: Tenant,
  {
    id,
    name,
    createdAt,
    secretSha256,
    madeBy,
  }: Omit<ClientRow, 'revokedAt'> & { readonly secretSha256: Buffer; readonly madeBy: string | null },
): Promise<void> {
  await tenant.execute(
    `insert into service_clients (account_id, id, name, secret_sha256, created_at, made_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, name, secretSha256, createdAt, madeBy],
  )
}

export const listClientRows = (tenant: Tenant): Promise<ClientRow[]> =>
  tenant.readRows(
    `select id, name, created_at as "createdAt", revoked_at as "revokedAt"
     from service_clients where account_id = $1 order by id`,
  )

export interface ActiveClientRow {
  readonly id: string
  readonly accountId: AccountId
  readonly secretSha256: Buffer
}

/** Across accounts on purpose: the client determines the account. */
export const findActiveClientRow = (system: Sql, id: string): Promise<ActiveClientRow | undefined> =>
  system.readRow(
    `select id, account_id as "accountId", secret_sha256 as "secretSha256"
     from service_clients where id = $1 and revoked_at is null`,
    [id],
  )

/** Of the account itself: the newest thousand, newest first. */
export const listNewestClientRows = (tenant: Tenant): Promise<ClientRow[]> =>
  tenant.readRows(
    `select id, name, created_at as "createdAt", revoked_at as "revokedAt"
     from service_clients where account_id = $1 order by id desc limit 1000`,
  )

/** Undefined when the account has no such client; the first revocation counts. */
export const setOwnClientRevoked = (
  trx: TenantTransaction,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<{ name: string } | undefined> =>
  trx.row(
    `update service_clients set revoked_at = coalesce(revoked_at, $3) where account_id = $1 and id = $2 returning name`,
    [id, now],
  )

/** Of these makers, also those that no longer work: they may have made something that does. */
export const listClientIdsOf = async (tenant: Tenant, makers: readonly string[]): Promise<string[]> =>
  (
    await tenant.readRows<{ id: string }>(
      `select id from service_clients where account_id = $1 and made_by = any($2)`,
      [makers],
    )
  ).map(({ id }) => id)

export const listLiveClientsOf = (
  tenant: Tenant,
  makers: readonly string[],
): Promise<{ readonly id: string; readonly name: string }[]> =>
  tenant.readRows(
    `select id, name from service_clients where account_id = $1 and made_by = any($2) and revoked_at is null
     order by id limit 1000`,
    [makers],
  )

export const revokeClientsOf = (
  trx: TenantTransaction,
  makers: readonly string[],
  now: Date,
): Promise<{ readonly id: string; readonly name: string }[]> =>
  trx.rows(
    `update service_clients set revoked_at = $3 where account_id = $1 and made_by = any($2) and revoked_at is null
     returning id, name`,
    [makers, now],
  )

/** Across accounts on purpose: where a person left clients behind. */
export const listAccountsOfMaker = async (system: Sql, maker: string): Promise<AccountId[]> =>
  (
    await system.readRows<{ id: AccountId }>(
      `select distinct account_id as id from service_clients where made_by = $1`,
      [maker],
    )
  ).map(({ id }) => id)

/** Across accounts on purpose: the operator names a client by its id alone. */
export const findAccountOfClient = async (system: Sql, id: string): Promise<AccountId | undefined> =>
  (
    await system.readRow<{ accountId: AccountId }>(
      `select account_id as "accountId" from service_clients where id = $1`,
      [id],
    )
  )?.accountId
