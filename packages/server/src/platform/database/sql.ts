import type { Readable } from 'node:stream'
import type { AccountId } from '../values/ids.ts'

/** Values that node-postgres can bind. */
export type SqlValue = string | number | bigint | boolean | null | Date | Uint8Array | readonly SqlValue[] | undefined

/**
 * Runs statements; every distinct text becomes a named prepared statement. The method determines how a statement is
 * treated, never its text: a `select` can call a function that writes.
 */
export interface Sql {
  /**
   * The rows of a statement that only reads and calls no function that writes or locks. Outside of a transaction it is
   * repeated if its connection was lost before the answer, and it needs no confirmation by a standby.
   */
  readRows<R>(text: string, values?: readonly SqlValue[], read?: Read): Promise<R[]>
  /** The first row of such a statement, or undefined. */
  readRow<R>(text: string, values?: readonly SqlValue[], read?: Read): Promise<R | undefined>
  /** The rows of a statement that may change something. It is sent once, unless `change` allows repeating it. */
  rows<R>(text: string, values?: readonly SqlValue[], change?: Change): Promise<R[]>
  /** The first row of such a statement, or undefined. */
  row<R>(text: string, values?: readonly SqlValue[], change?: Change): Promise<R | undefined>
  /** The number of rows that such a statement touched. */
  execute(text: string, values?: readonly SqlValue[], change?: Change): Promise<number>
}

/** The properties of a statement that changes something. Constants, so that calls allocate nothing. */
export interface Change {
  /** It may happen twice: outside of a transaction it is repeated if its connection was lost before the answer. */
  readonly isRepeatable: boolean
  /** It may be lost, such as a heartbeat: it needs no confirmation by a standby. */
  readonly isExpendable: boolean
}

export const repeatable: Change = { isRepeatable: true, isExpendable: false }
export const expendable: Change = { isRepeatable: false, isExpendable: true }

/** The properties of a statement that reads. */
export interface Read {
  /** Its best plan depends on its values. */
  readonly isPlannedByValues: boolean
}

/**
 * For a text whose best plan depends on its values, such as a range from days to years. Such a statement is planned
 * each time. After a few runs PostgreSQL would use one plan for all values, which can be a hundred times slower.
 */
export const plannedByValues: Read = { isPlannedByValues: true }

/** Statements inside one database transaction. */
export interface Transaction extends Sql {
  /** Runs once the commit has succeeded, before the answer is sent; never after a rollback. Must not throw. */
  afterCommit(work: () => void): void
  /** Rows for `TABLE (COLUMN, ...)` in the text format of COPY, or in another one of its formats. */
  load(target: string, rows: Readable, format?: string): Promise<void>
}

/**
 * The only entry to an account's data. The account id is always bound as `$1`, and a statement whose text does not use
 * `$1` is refused before it is sent: it cannot be left out.
 */
export interface Tenant extends Sql {
  readonly accountId: AccountId
}

/** A tenant's statements inside one transaction, where row-level security also applies. */
export interface TenantTransaction extends Tenant {
  afterCommit(work: () => void): void
  /** The same transaction without the account bound, for jobs and tables that belong to no tenant. */
  readonly transaction: Transaction
}

export interface TransactionOptions {
  /**
   * True if `work` detects what it has done before: it then also runs again if it is unknown whether it was committed.
   */
  readonly isRepeatable?: boolean
}

/** The database port. Only stores contain SQL. */
export interface Database {
  /** Statements that belong to no account or, in jobs and feeds, to all of them. */
  readonly system: Sql
  tenant(accountId: AccountId): Tenant
  /**
   * Commits when `work` resolves, rolls back when it rejects. `work` runs again after a deadlock, and if the connection
   * was lost before the commit was sent. That of a tenant also runs again after work outside of it (`DoFirst`).
   */
  transaction<T>(work: (trx: Transaction) => Promise<T>): Promise<T>
  tenantTransaction<T>(
    accountId: AccountId,
    work: (trx: TenantTransaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>
  /** Answers within `timeoutMs` or throws `database_unavailable`, also if the database accepts no changes. */
  ping(timeoutMs: number): Promise<void>
  close(): Promise<void>
}

/**
 * The setting of a transaction that row-level security compares rows with (migrations/functions/visible_to_tenant.sql).
 */
export const accountSetting = 'spindle.account_id'

/** Binds the account as `$1` and refuses texts that do not use it. */
export function tenantSql(sql: Sql, accountId: AccountId): Tenant {
  const scoped = (text: string): string => {
    if (!/\$1\b/.test(text)) throw new Error(`A tenant statement must use $1, the account id: ${text.slice(0, 120)}`)
    return text
  }
  return {
    accountId,
    readRows: (text, values = [], read) => sql.readRows(scoped(text), [accountId, ...values], read),
    readRow: (text, values = [], read) => sql.readRow(scoped(text), [accountId, ...values], read),
    rows: (text, values = [], change) => sql.rows(scoped(text), [accountId, ...values], change),
    row: (text, values = [], change) => sql.row(scoped(text), [accountId, ...values], change),
    execute: (text, values = [], change) => sql.execute(scoped(text), [accountId, ...values], change),
  }
}

/** The same inside a transaction. */
export const tenantTransaction = (transaction: Transaction, accountId: AccountId): TenantTransaction => ({
  ...tenantSql(transaction, accountId),
  afterCommit: transaction.afterCommit,
  transaction,
})
