import type { SignInWay } from '@spindle/contract/console'
import type { Sql, Transaction } from '../../../platform/database/sql.ts'
import type { AccountId, Id } from '../../../platform/values/ids.ts'

/** Sessions belong to a person and to no account, so these statements run as the system. */

export interface SessionRow {
  readonly sha256: Buffer
  readonly id: Id<'ses'>
  readonly userId: Id<'usr'>
  readonly way: SignInWay
  readonly createdAt: Date
  readonly seenAt: Date
  readonly confirmedAt: Date
  readonly expiresAt: Date
  readonly device: string | null
  readonly network: string
}

const columns = `s.sha256, s.id, s.user_id as "userId", s.way, s.created_at as "createdAt", s.seen_at as "seenAt",
  s.confirmed_at as "confirmedAt", s.expires_at as "expiresAt", s.device, s.network`

export async function insertSession(trx: Transaction, row: SessionRow): Promise<void> {
  await trx.execute(
    `insert into sessions (sha256, id, user_id, way, created_at, seen_at, confirmed_at, expires_at, device, network)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      row.sha256,
      row.id,
      row.userId,
      row.way,
      row.createdAt,
      row.seenAt,
      row.confirmedAt,
      row.expiresAt,
      row.device,
      row.network,
    ],
  )
}

export const findSessionByDigest = (sql: Sql, sha256: Buffer): Promise<SessionRow | undefined> =>
  sql.readRow(`select ${columns} from sessions s where sha256 = $1`, [sha256])

export const findSession = (sql: Sql, id: string): Promise<SessionRow | undefined> =>
  sql.readRow(`select ${columns} from sessions s where id = $1`, [id])

export const listSessionRows = (sql: Sql, userId: string): Promise<SessionRow[]> =>
  sql.readRows(`select ${columns} from sessions s where user_id = $1 order by seen_at desc, id desc limit 1000`, [
    userId,
  ])

export async function setSeen(
  sql: Sql,
  { sha256, now, network }: { readonly sha256: Buffer; readonly now: Date; readonly network: string },
): Promise<void> {
  await sql.execute(`update sessions set seen_at = $2, network = $3 where sha256 = $1`, [sha256, now, network])
}

/**
 * The old value of the cookie is invalid from this commit on. Returns when the session ends; undefined if there is
 * none.
 */
export async function replaceDigest(
  trx: Transaction,
  { id, sha256, confirmedAt }: Pick<SessionRow, 'id' | 'sha256' | 'confirmedAt'>,
): Promise<Date | undefined> {
  const row = await trx.row<{ expiresAt: Date }>(
    `update sessions set sha256 = $2, confirmed_at = $3 where id = $1 returning expires_at as "expiresAt"`,
    [id, sha256, confirmedAt],
  )
  return row?.expiresAt
}

export async function deleteSessionByDigest(trx: Transaction, sha256: Buffer): Promise<void> {
  await trx.execute(`delete from sessions where sha256 = $1`, [sha256])
}

/** False when the person has no such session. */
export async function deleteSession(trx: Transaction, userId: string, id: string): Promise<boolean> {
  return (await trx.execute(`delete from sessions where user_id = $1 and id = $2`, [userId, id])) > 0
}

/** All sessions of the person, except the current one. */
export async function deleteSessions(trx: Transaction, userId: string, exceptId: string | null): Promise<void> {
  await trx.execute(`delete from sessions where user_id = $1 and id is distinct from $2`, [userId, exceptId])
}

/** Across accounts on purpose: of all open streams of this node by session, those whose person is still a member. */
export const listLiveSessions = (
  system: Sql,
  sessions: readonly { readonly id: string; readonly accountId: AccountId }[],
  now: Date,
): Promise<{ readonly id: string; readonly accountId: AccountId }[]> =>
  system.readRows(
    `select s.id, m.account_id as "accountId" from sessions s
     join users u on u.id = s.user_id and u.disabled_at is null
     join memberships m on m.user_id = s.user_id
     where (m.account_id, s.id) in (select * from unnest($1::text[], $2::text[])) and s.expires_at > $3`,
    [sessions.map(({ accountId }) => accountId), sessions.map(({ id }) => id), now],
  )

export const deleteEndedSessions = (sql: Sql, now: Date): Promise<number> =>
  sql.execute(`delete from sessions where expires_at < $1`, [now])

/** Whether the person is, or recently was, signed in from this network. */
export async function isKnownNetwork(sql: Sql, userId: string, network: string): Promise<boolean> {
  return (
    (await sql.readRow(`select 1 from sessions where user_id = $1 and network = $2 limit 1`, [userId, network])) !==
    undefined
  )
}
