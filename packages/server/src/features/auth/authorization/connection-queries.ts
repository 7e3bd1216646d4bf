import type { Scope } from '@spindle/contract'
import type { OAuthResource } from '@spindle/contract/console'
import type { Sql, Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId, Id } from '../../../platform/values/ids.ts'

/**
 * What a person allowed a program to do in an account. Read as the system where a token names it. Rows go with their
 * membership (a foreign key), and when the person is disabled (migrations/functions/end_connections.sql).
 */
export interface ConnectionRow {
  readonly accountId: AccountId
  readonly id: Id<'con'>
  readonly userId: Id<'usr'>
  readonly grantId: string
  readonly clientId: string
  readonly clientName: string
  readonly device: string | null
  readonly resource: OAuthResource
  readonly scopes: Scope[]
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date
}

const columns = `account_id as "accountId", id, user_id as "userId", grant_id as "grantId", client_id as "clientId",
  client_name as "clientName", device, resource, scopes, created_at as "createdAt", last_used_at as "lastUsedAt",
  expires_at as "expiresAt"`

/** Refused by the foreign key if the native client has been removed in the meantime. */
export const nativeClientReference = 'oauth_connections_native_client_fkey'

export async function insertConnection(
  tenant: Tenant,
  row: Omit<ConnectionRow, 'accountId'> & { readonly nativeClientId: Id<'nac'> | null },
): Promise<void> {
  await tenant.execute(
    `insert into oauth_connections (account_id, id, user_id, grant_id, client_id, client_name, device, resource, scopes,
       created_at, last_used_at, expires_at, native_client_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      row.id,
      row.userId,
      row.grantId,
      row.clientId,
      row.clientName,
      row.device,
      row.resource,
      row.scopes,
      row.createdAt,
      row.lastUsedAt,
      row.expiresAt,
      row.nativeClientId,
    ],
  )
}

export const findConnection = (tenant: Tenant, id: string): Promise<ConnectionRow | undefined> =>
  tenant.readRow(`select ${columns} from oauth_connections where account_id = $1 and id = $2`, [id])

export const findConnectionOfGrant = (sql: Sql, grantId: string): Promise<ConnectionRow | undefined> =>
  sql.readRow(`select ${columns} from oauth_connections where grant_id = $1`, [grantId])

export const deleteConnectionOfGrant = (sql: Sql, grantId: string): Promise<ConnectionRow | undefined> =>
  sql.row(`delete from oauth_connections where grant_id = $1 returning ${columns}`, [grantId])

export const deleteOldConnections = (sql: Sql, now: Date): Promise<number> =>
  sql.execute(`delete from oauth_connections where expires_at < $1`, [now])

export async function deleteConnectionsOfClient(sql: Sql, clientId: string): Promise<void> {
  await sql.execute(`delete from oauth_connections where client_id = $1`, [clientId])
}

/** Of one person, across its accounts: what it allowed is shown in one list. */
export const listConnectionsOfUser = (sql: Sql, userId: string, now: Date): Promise<ConnectionRow[]> =>
  sql.readRows(
    `select ${columns} from oauth_connections where user_id = $1 and resource = 'mcp' and expires_at > $2
     order by id desc limit 1000`,
    [userId, now],
  )

/** Undefined when the person has no such connection. */
export const deleteConnectionOfUser = (sql: Sql, userId: string, id: string): Promise<ConnectionRow | undefined> =>
  sql.row(`delete from oauth_connections where user_id = $1 and id = $2 returning ${columns}`, [userId, id])

export const listConnectionsIn = (tenant: Tenant, userId: string, now: Date): Promise<ConnectionRow[]> =>
  tenant.readRows(
    `select ${columns} from oauth_connections where account_id = $1 and user_id = $2 and expires_at > $3
     order by id limit 1000`,
    [userId, now],
  )

export const deleteConnectionsIn = (tenant: Tenant, userId: string): Promise<ConnectionRow[]> =>
  tenant.rows(`delete from oauth_connections where account_id = $1 and user_id = $2 returning ${columns}`, [userId])

export const deleteConnectionsOfNativeClients = (
  trx: TenantTransaction,
  clientIds: readonly string[],
): Promise<ConnectionRow[]> =>
  trx.rows(`delete from oauth_connections where account_id = $1 and native_client_id = any($2) returning ${columns}`, [
    clientIds,
  ])

/** In every account. */
export const deleteConnectionsOfUser = (trx: Sql, userId: string): Promise<ConnectionRow[]> =>
  trx.rows(`delete from oauth_connections where user_id = $1 returning ${columns}`, [userId])

export async function setConnectionUsed(sql: Sql, grantId: string, now: Date): Promise<void> {
  await sql.execute(`update oauth_connections set last_used_at = $2 where grant_id = $1`, [grantId, now])
}
