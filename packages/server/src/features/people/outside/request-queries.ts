import type { Sql } from '../../../platform/database/sql.ts'
import type { Id } from '../../../platform/values/ids.ts'

/** Requests to the outside provider belong to a browser, so these statements run as the system. */

export const errands = ['sign_in', 'enrol', 'confirm', 'connect'] as const
/** Why a browser is sent to the provider; `enrol`: to use a link for the first sign-in. */
export type Errand = (typeof errands)[number]

export interface RequestRow {
  readonly sha256: Buffer
  readonly errand: Errand
  readonly userId: Id<'usr'> | null
  /** The setup link or invitation that is used with the answer. */
  readonly linkSha256: Buffer | null
  readonly name: string | null
  readonly accountName: string | null
  readonly begunAt: Date
  readonly expiresAt: Date
}

export async function insertRequest(sql: Sql, row: RequestRow): Promise<void> {
  await sql.execute(
    `insert into outside_requests (sha256, errand, user_id, link_sha256, name, account_name, begun_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.sha256, row.errand, row.userId, row.linkSha256, row.name, row.accountName, row.begunAt, row.expiresAt],
  )
}

/** Undefined if it never began, was already answered, even at the same moment, or is too old. */
export const useRequest = (
  sql: Sql,
  { sha256, errand, userId, now }: Pick<RequestRow, 'sha256' | 'errand' | 'userId'> & { readonly now: Date },
): Promise<RequestRow | undefined> =>
  sql.row(
    `delete from outside_requests
     where sha256 = $1 and errand = $2 and user_id is not distinct from $3 and expires_at > $4
     returning sha256, errand, user_id as "userId", link_sha256 as "linkSha256", name, account_name as "accountName",
       begun_at as "begunAt", expires_at as "expiresAt"`,
    [sha256, errand, userId, now],
  )

export async function deleteOldRequests(sql: Sql, now: Date): Promise<void> {
  await sql.execute(`delete from outside_requests where expires_at < $1`, [now])
}
