import { repeatable, type Sql, type Transaction } from '../../platform/database/sql.ts'
import type { SealedRow } from '../../platform/secrets/reseal.ts'
import type { AccountId, Id } from '../../platform/values/ids.ts'

/** Mail belongs to people, whatever their accounts: `for_account` is only the account that caused it. */

export interface MailRow {
  readonly id: Id<'eml'>
  readonly kind: string
  readonly sealed: Buffer
  /** How many are over. */
  readonly attempts: number
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface NewMailRow extends Omit<MailRow, 'attempts'> {
  readonly accountId: AccountId | null
}

export async function insertMail(
  trx: Transaction,
  { id, kind, accountId, sealed, createdAt, expiresAt }: NewMailRow,
): Promise<void> {
  await trx.execute(
    `insert into mail_outbox (id, kind, for_account, sealed, created_at, expires_at, next_attempt_at)
     values ($1, $2, $3, $4, $5, $6, $5)`,
    [id, kind, accountId, sealed, createdAt, expiresAt],
  )
}

export interface MailCount {
  readonly accountId: AccountId
  /** Notices that were sent at once, or everything else without daily notices. */
  readonly areNotices: boolean
  readonly since: Date
}

/** Including mail that was sent or given up. One mail of an account at a time, so that none passes a limit beside another. */
export async function countMailOf(trx: Transaction, { accountId, areNotices, since }: MailCount): Promise<number> {
  await trx.row(`select pg_advisory_xact_lock(hashtextextended('mail of ' || $1, 0))`, [accountId])
  const row = await trx.readRow<{ count: number }>(
    `select count(*)::int as count from mail_outbox
     where for_account = $1 and created_at > $2 and kind <> 'digest' and (kind = 'notice') = $3`,
    [accountId, since, areNotices],
  )
  return row?.count ?? 0
}

/** Undefined once it was sent or given up. */
export const findMail = (sql: Sql, id: string): Promise<MailRow | undefined> =>
  sql.readRow(
    `select id, kind, sealed, attempts, created_at as "createdAt", expires_at as "expiresAt"
     from mail_outbox where id = $1 and sealed is not null`,
    [id],
  )

/** Also forgets what it said. */
export async function endMail(
  sql: Sql,
  id: string,
  { failure, at }: { readonly failure: string | null; readonly at: Date },
): Promise<void> {
  await sql.execute(
    `update mail_outbox set sealed = null, next_attempt_at = null, failure = $2, ended_at = $3, attempts = attempts + 1
     where id = $1 and sealed is not null`,
    [id, failure, at],
    repeatable,
  )
}

/** False if it has ended meanwhile. */
export async function postponeMail(
  trx: Transaction,
  id: string,
  { failure, until }: { readonly failure: string; readonly until: Date },
): Promise<boolean> {
  const changed = await trx.execute(
    `update mail_outbox set attempts = attempts + 1, failure = $2, next_attempt_at = $3
     where id = $1 and sealed is not null`,
    [id, failure, until],
  )
  return changed > 0
}

/** Whose job is lost. */
export const listOverdueMail = (
  sql: Sql,
  dueBefore: Date,
  limit: number,
): Promise<Pick<MailRow, 'id' | 'kind' | 'attempts'>[]> =>
  sql.readRows(
    `select id, kind, attempts from mail_outbox where sealed is not null and next_attempt_at < $1
     order by created_at limit $2`,
    [dueBefore, limit],
  )

export interface MailBounds {
  readonly endedBefore: Date
  readonly expiredBefore: Date
}

/** Returns how many had not been sent. */
export async function deleteOldMail(sql: Sql, { endedBefore, expiredBefore }: MailBounds): Promise<number> {
  const deleted = await sql.rows<{ isUnsent: boolean }>(
    `delete from mail_outbox where ended_at < $1 or (sealed is not null and expires_at < $2)
     returning sealed is not null as "isUnsent"`,
    [endedBefore, expiredBefore],
  )
  return deleted.filter(({ isUnsent }) => isUnsent).length
}

/** Returns how many there were. */
export const deleteUnsentMail = (sql: Sql): Promise<number> =>
  sql.execute(`delete from mail_outbox where sealed is not null`)

export interface WaitingMail {
  readonly count: number
  /** Null if none waits. */
  readonly oldestAt: Date | null
  readonly failure: string | null
}

export async function findWaitingMail(sql: Sql): Promise<WaitingMail> {
  const row = await sql.readRow<WaitingMail>(
    `select count(*)::int as count, min(created_at) as "oldestAt",
            (array_agg(failure order by created_at) filter (where failure is not null))[1] as failure
     from mail_outbox where sealed is not null`,
  )
  return row ?? { count: 0, oldestAt: null, failure: null }
}

export const lockSealedMail = (trx: Transaction): Promise<SealedRow[]> =>
  trx.rows(`select id, sealed from mail_outbox where sealed is not null order by id for update`)

export async function saveSealedMail(trx: Transaction, { id, sealed }: SealedRow): Promise<void> {
  await trx.execute(`update mail_outbox set sealed = $2 where id = $1 and sealed is not null`, [id, sealed])
}

export async function deleteMail(trx: Transaction, id: string): Promise<void> {
  await trx.execute(`delete from mail_outbox where id = $1`, [id])
}
