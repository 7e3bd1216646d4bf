import type { TenantTransaction, Transaction } from '../../platform/database/sql.ts'

/** Records are in four partitions by the day they were made, see migrations/functions/idempotency_slot.sql. */
export interface IdempotencyRecord {
  readonly fingerprint: Buffer
  readonly status: number
  readonly answer: Buffer
}

/** False when another transaction holds the same key right now; the lock ends with the transaction, also by a crash. */
export async function tryLockKey(trx: TenantTransaction, operation: string, keySha256: Buffer): Promise<boolean> {
  const row = await trx.row<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2 || ' ' || encode($3::bytea, 'hex'), 7)) as locked`,
    [operation, keySha256],
  )
  return row?.locked === true
}

export const findRecord = (
  trx: TenantTransaction,
  operation: string,
  keySha256: Buffer,
): Promise<IdempotencyRecord | undefined> =>
  trx.readRow(
    `select fingerprint, status, answer from idempotency_records
     where account_id = $1 and operation = $2 and key_sha256 = $3 and created_at > now() - interval '24 hours'
       and slot in (idempotency_slot(now()), idempotency_slot(now() - interval '24 hours'))`,
    [operation, keySha256],
  )

export async function insertRecord(
  trx: TenantTransaction,
  operation: string,
  keySha256: Buffer,
  record: IdempotencyRecord,
): Promise<void> {
  await trx.execute(
    `insert into idempotency_records (account_id, operation, key_sha256, fingerprint, status, answer)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, operation, key_sha256, slot) do update
       set fingerprint = excluded.fingerprint, status = excluded.status, answer = excluded.answer, created_at = now()
       where idempotency_records.created_at <= now() - interval '24 hours'`,
    [operation, keySha256, record.fingerprint, record.status, record.answer],
  )
}

/**
 * Forgets the answers of all accounts from the day before yesterday, at once: that part is the one of the day after
 * tomorrow, so nothing writes to it, however late this runs.
 */
export async function forgetOldRecords(trx: Transaction): Promise<void> {
  const over = await trx.readRow<{ slot: number }>(`select idempotency_slot(now() + interval '2 days') as slot`)
  const part = `idempotency_records_${over?.slot}`
  if (!(await trx.readRow(`select from ${part} limit 1`))) return
  // A statement on all partitions may hold it for a moment; later ones would wait as well.
  await trx.execute(`set local lock_timeout = '2s'`)
  await trx.execute(`truncate ${part}`)
}

export async function forgetAllRecords(trx: Transaction): Promise<void> {
  await trx.execute('delete from idempotency_records')
}
