import type { Readable } from 'node:stream'
import type { AccountId } from '../ids.ts'

/** Values that node-postgres can bind. */
export type SqlValue = string | number | bigint | boolean | null | Date | Uint8Array | readonly SqlValue[] | undefined

/** Runs statements; every distinct text becomes a named prepared statement. */
export interface Sql {
  rows<R>(text: string, values?: readonly SqlValue[]): Promise<R[]>
  /** The first row, or undefined. */
  row<R>(text: string, values?: readonly SqlValue[]): Promise<R | undefined>
  /** The number of rows the statement touched. */
  execute(text: string, values?: readonly SqlValue[]): Promise<number>
}

/**
 * Begins a text whose best plan depends on its values: from days to years, say. Such a statement is planned each time.
 * PostgreSQL would stay with one plan for all values after a few times, and that one can be a hundred times slower.
 */
export const plannedByValues = '/* planned by its values */'

/**
 * Begins the text of a statement that changes something and may do so twice: one that is sent by itself is sent again when
 * its connection ended before an answer. Whatever only reads is without it.
 */
export const repeatable = '/* may be repeated */'

/** Begins the text of a statement that changes what nobody relies on, such as a sign of life. */
export const expendable = '/* may be lost */'

/** Statements inside one database transaction. */
export interface Transaction extends Sql {
  /** Runs once the commit has succeeded, before the answer leaves; never after a rollback. Must not throw. */
  afterCommit(work: () => void): void
  /** Rows of `TABLE (COLUMN, ...)` in the text format of COPY, or in another one of its formats. */
  load(target: string, rows: Readable, format?: string): Promise<void>
}

/**
 * The one entry to an account's data. The account id is always bound as `$1`, and a statement whose text does not use
 * `$1` is refused before it is sent: it cannot be left out.
 */
export interface Tenant extends Sql {
  readonly accountId: AccountId
}

/** A tenant's statements inside one transaction, where row-level security holds as well. */
export interface TenantTransaction extends Tenant {
  afterCommit(work: () => void): void
  /** The same transaction without the account bound, for jobs and tables that are no tenant's. */
  readonly transaction: Transaction
}

export interface TransactionOptions {
  /** True where `work` finds out what it has done before: it runs again also when nobody knows whether it was committed. */
  readonly isRepeatable?: boolean
}

/** The database as features see it. SQL stands in stores only. */
export interface Database {
  /** Statements that belong to no account or, in jobs and feeds, to all of them. */
  readonly system: Sql
  tenant(accountId: AccountId): Tenant
  /**
   * Commits when `work` resolves, rolls back when it rejects. `work` runs again after a deadlock, and when the connection
   * was lost before the commit was asked for.
   */
  transaction<T>(work: (trx: Transaction) => Promise<T>): Promise<T>
  tenantTransaction<T>(
    accountId: AccountId,
    work: (trx: TenantTransaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>
  /** Answers within `timeoutMs` or throws `database_unavailable`, of a database that may take no changes too. */
  ping(timeoutMs: number): Promise<void>
  close(): Promise<void>
}

/** Binds the account as `$1` and refuses texts that do not use it. */
export function tenantSql(sql: Sql, accountId: AccountId): Tenant {
  const scoped = (text: string): string => {
    if (!/\$1\b/.test(text)) throw new Error(`A tenant statement must use $1, the account id: ${text.slice(0, 120)}`)
    return text
  }
  return {
    accountId,
    rows: (text, values = []) => sql.rows(scoped(text), [accountId, ...values]),
    row: (text, values = []) => sql.row(scoped(text), [accountId, ...values]),
    execute: (text, values = []) => sql.execute(scoped(text), [accountId, ...values]),
  }
}

/** The same inside a transaction. */
export const tenantTransaction = (transaction: Transaction, accountId: AccountId): TenantTransaction => ({
  ...tenantSql(transaction, accountId),
  afterCommit: transaction.afterCommit,
  transaction,
})
