import type { Sql } from '../../../platform/database/sql.ts'

/** What oidc-provider remembers between two requests. It belongs to no account, so these statements run as the system. */

export interface PayloadKey {
  readonly kind: string
  readonly sha256: Buffer
}

export interface PayloadRow {
  readonly payload: Readonly<Record<string, unknown>>
  readonly consumedAt: Date | null
}

export async function upsertPayload(
  sql: Sql,
  row: PayloadKey & { readonly payload: object; readonly grantId: string | null; readonly expiresAt: Date },
): Promise<void> {
  await sql.execute(
    `insert into oauth_payloads (kind, sha256, payload, grant_id, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (kind, sha256) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
    [row.kind, row.sha256, JSON.stringify(row.payload), row.grantId, row.expiresAt],
  )
}

export const findPayload = (sql: Sql, { kind, sha256 }: PayloadKey): Promise<PayloadRow | undefined> =>
  sql.readRow(`select payload, consumed_at as "consumedAt" from oauth_payloads where kind = $1 and sha256 = $2`, [
    kind,
    sha256,
  ])

/** False when it was consumed before: of two requests with one code only one gets a token. */
export async function setConsumed(sql: Sql, { kind, sha256 }: PayloadKey, now: Date): Promise<boolean> {
  const rows = await sql.execute(
    `update oauth_payloads set consumed_at = $3 where kind = $1 and sha256 = $2 and consumed_at is null`,
    [kind, sha256, now],
  )
  return rows > 0
}

export async function deletePayload(sql: Sql, { kind, sha256 }: PayloadKey): Promise<void> {
  await sql.execute(`delete from oauth_payloads where kind = $1 and sha256 = $2`, [kind, sha256])
}

export async function deletePayloadsOfGrant(sql: Sql, kind: string, grantId: string): Promise<void> {
  await sql.execute(`delete from oauth_payloads where kind = $1 and grant_id = $2`, [kind, grantId])
}

/** What could still become a token. */
export async function deletePayloadsOfGrants(sql: Sql, grantIds: readonly string[]): Promise<void> {
  await sql.execute(
    `delete from oauth_payloads where kind in ('RefreshToken', 'AuthorizationCode') and grant_id = any($1)`,
    [grantIds],
  )
}

export const deleteOldPayloads = (sql: Sql, now: Date): Promise<number> =>
  sql.execute(`delete from oauth_payloads where expires_at < $1`, [now])
