import type { KeyStatus, Permission } from '@spindle/contract'
import type { Sql, Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import type { KeyRow } from './key-lifecycle.ts'

/** Notification between nodes: the digest of a key whose validity changed. */
export const keysChannel = 'api_keys'

const columns = `id, name, permissions, hint, created_at as "createdAt", expires_at as "expiresAt",
  revoked_at as "revokedAt", last_used_at as "lastUsedAt", rotated_to as "rotatedTo",
  last_used_from as "lastUsedFrom", made_by as "madeBy", made_by_name as "makerName"`

export interface NewKeyRow {
  readonly id: string
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly hint: string
  readonly digest: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly madeBy: string | null
  readonly makerName: string | null
}

export async function insertKey(trx: TenantTransaction, row: NewKeyRow): Promise<void> {
  await trx.execute(
    `insert into api_keys (account_id, id, name, permissions, hint, digest, created_at, expires_at, made_by,
       made_by_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [row.id, row.name, row.permissions, row.hint, row.digest, row.createdAt, row.expiresAt, row.madeBy, row.makerName],
  )
}

export const findKey = (tenant: Tenant, id: string): Promise<KeyRow | undefined> =>
  tenant.readRow(`select ${columns} from api_keys where account_id = $1 and id = $2`, [id])

/** Held until the transaction ends, so that a rotation and a revocation of one key happen one after the other. */
export const lockKey = (trx: TenantTransaction, id: string): Promise<(KeyRow & { digest: Buffer }) | undefined> =>
  trx.row(`select ${columns}, digest from api_keys where account_id = $1 and id = $2 for update`, [id])

export interface KeyListRequest {
  readonly limit: number
  readonly after: string | undefined
  readonly status: KeyStatus | undefined
  readonly now: Date
}

const inStatus = `($2::text is null or $2 = case when revoked_at is not null then 'revoked'
  when expires_at <= $3::timestamptz then 'expired' else 'active' end)`

export const listKeyRows = (tenant: Tenant, { limit, after, status, now }: KeyListRequest): Promise<KeyRow[]> =>
  tenant.readRows(
    `select ${columns} from api_keys where account_id = $1 and ${inStatus} and ($4::text is null or id < $4)
     order by id desc limit $5`,
    [status ?? null, now, after ?? null, limit],
  )

export async function countKeys(
  tenant: Tenant,
  { status, now }: Pick<KeyListRequest, 'status' | 'now'>,
): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    `select count(*) as count from api_keys where account_id = $1 and ${inStatus}`,
    [status ?? null, now],
  )
  return row?.count ?? 0
}

/** The first revocation counts. */
export async function setRevoked(trx: TenantTransaction, id: string, now: Date): Promise<void> {
  await trx.execute(`update api_keys set revoked_at = $3 where account_id = $1 and id = $2 and revoked_at is null`, [
    id,
    now,
  ])
}

export async function setSuccessor(
  trx: TenantTransaction,
  id: string,
  { successor, expiresAt }: { readonly successor: string; readonly expiresAt: Date },
): Promise<void> {
  await trx.execute(`update api_keys set rotated_to = $3, expires_at = $4 where account_id = $1 and id = $2`, [
    id,
    successor,
    expiresAt,
  ])
}

/** For these makers, including keys that no longer work: they may have made something that does. */
export const listKeyIdsOf = async (tenant: Tenant, makers: readonly string[]): Promise<string[]> =>
  (
    await tenant.readRows<{ id: string }>(`select id from api_keys where account_id = $1 and made_by = any($2)`, [
      makers,
    ])
  ).map(({ id }) => id)

const works = `revoked_at is null and (expires_at is null or expires_at > $3)`

export const listLiveKeysOf = (
  tenant: Tenant,
  makers: readonly string[],
  now: Date,
): Promise<{ readonly id: string; readonly name: string }[]> =>
  tenant.readRows(
    `select id, name from api_keys where account_id = $1 and made_by = any($2) and ${works} order by id limit 1000`,
    [makers, now],
  )

export const revokeKeysOf = (
  trx: TenantTransaction,
  makers: readonly string[],
  now: Date,
): Promise<{ readonly id: string; readonly name: string; readonly digest: Buffer }[]> =>
  trx.rows(
    `update api_keys set revoked_at = $3 where account_id = $1 and made_by = any($2) and ${works}
     returning id, name, digest`,
    [makers, now],
  )

/** Across accounts on purpose: the accounts in which a person left keys. */
export const listAccountsOfMaker = async (system: Sql, maker: string): Promise<AccountId[]> =>
  (
    await system.readRows<{ id: AccountId }>(`select distinct account_id as id from api_keys where made_by = $1`, [
      maker,
    ])
  ).map(({ id }) => id)

/** Across accounts on purpose: of all open streams of this node by key, those whose key is still valid. */
export const listLiveKeys = (
  system: Sql,
  keys: readonly { readonly id: string; readonly accountId: AccountId }[],
  now: Date,
): Promise<{ readonly id: string; readonly accountId: AccountId }[]> =>
  system.readRows(
    `select id, account_id as "accountId" from api_keys
     where (account_id, id) in (select * from unnest($1::text[], $2::text[]))
       and revoked_at is null and (expires_at is null or expires_at > $3)`,
    [keys.map(({ accountId }) => accountId), keys.map(({ id }) => id), now],
  )

export interface PresentedKeyRow {
  readonly id: string
  readonly accountId: AccountId
  readonly permissions: Permission[]
  readonly digest: Buffer
  readonly expiresAt: Date | null
}

/** Across accounts on purpose: the key determines the account. */
export const findLiveKeyByDigest = (system: Sql, digest: Buffer): Promise<PresentedKeyRow | undefined> =>
  system.readRow(
    `select id, account_id as "accountId", permissions, digest, expires_at as "expiresAt"
     from api_keys where digest = $1 and revoked_at is null`,
    [digest],
  )

export interface KeyUse {
  readonly accountId: AccountId
  readonly id: string
  readonly usedAt: Date
  /** The network it came from. */
  readonly usedFrom: string | null
}

/** Across accounts on purpose: one statement for every key used since the last one. */
export async function setLastUsed(system: Sql, uses: readonly KeyUse[]): Promise<void> {
  await system.execute(
    `update api_keys set last_used_at = used.at, last_used_from = coalesce(used.network, last_used_from)
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) as used (account_id, id, at, network)
     where api_keys.account_id = used.account_id and api_keys.id = used.id
       and (last_used_at is null or last_used_at < used.at)`,
    [
      uses.map(({ accountId }) => accountId),
      uses.map(({ id }) => id),
      uses.map(({ usedAt }) => usedAt.toISOString()),
      uses.map(({ usedFrom }) => usedFrom),
    ],
  )
}
