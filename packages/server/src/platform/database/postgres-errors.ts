import { AppError } from '@spindle/contract'

/** The errors of PostgreSQL and the network, and which of them mean "not now". */

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
// 08 connection, 53 resources (disk full included), 57P shutdown or start-up, 25006 read-only after a failover, 58 system error.
const unavailableStates = /^(08|53|57P0|25006|58)/

const codeOf = (error: unknown): string => {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : ''
}

/** True if the database cannot be used for now; false if it refused a statement. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (connectionCodes.has(code) || unavailableStates.test(code)) return true
  return (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/.test(
      error.message,
    )
  )
}

/** True if PostgreSQL has no space for what it was to store (53100), or its disk has none. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (codeOf(error) === '53100' || codeOf(error) === 'ENOSPC' || isDiskFull(error.cause))

const lostCodes = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02'])

/** True if the connection was lost: it is unknown whether an unanswered statement was executed. */
export const isConnectionLost = (error: unknown): boolean =>
  lostCodes.has(codeOf(error)) ||
  codeOf(error).startsWith('08') ||
  (error instanceof Error &&
    /Connection terminated unexpectedly|Client has encountered a connection error/.test(error.message))

// 57P01: the server is stopping. 25006: it is no longer the primary.
const undoneCodes = new Set(['57P01', '25006'])
// PgBouncer's answer (08P01) to a client that waited for a server and got none.
const unsent = /^(server login has been failing|query_wait_timeout)/

/**
 * True if the error guarantees that the statement, even a `commit`, had no effect: from a server that is stopping or
 * accepts no changes, or from a pooler that never sent it to one. A server that has committed and waits for its standby
 * closes the connection without an error, and so does one that crashes (57P02) at any time.
 */
export const isUndone = (error: unknown): boolean =>
  undoneCodes.has(codeOf(error)) || (codeOf(error) === '08P01' && unsent.test((error as Error).message))

// 40 serialization and deadlock, 55P03 lock timeout, 57014 statement timeout: a conflict with other statements, this
// time.
const busyStates = /^(40001|40P01|55P03|57014)$/

/** True for a conflict with other statements: the same statement may succeed a moment later. */
export const isBusy = (error: unknown): boolean => busyStates.test(codeOf(error))

/**
 * Converts errors of node-postgres: "not now" becomes `database_unavailable` or `overloaded`, everything else is
 * unchanged.
 */
export function convertPostgresError(error: unknown): unknown {
  if (isUnavailable(error)) return new AppError('database_unavailable', { cause: error, retryAfterSeconds: 1 })
  if (isBusy(error)) return new AppError('overloaded', { cause: error, retryAfterSeconds: 1 })
  return error
}

/** True for a converted error if PostgreSQL ended the transaction because of a deadlock. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof AppError && /^(40001|40P01)$/.test(codeOf(error.cause))

/** True for a violation of the named unique constraint or index. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23505' && (error as { constraint?: string }).constraint === constraint

/** True for a violation of the named exclusion constraint. */
export const isExclusionViolation = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23P01' && (error as { constraint?: string }).constraint === constraint

/** What PostgreSQL reports as already in use, for any unique or exclusion constraint; undefined for other errors. */
export const findTaken = (error: unknown): string | undefined =>
  codeOf(error) === '23505' || codeOf(error) === '23P01' ? ((error as { detail?: string }).detail ?? '') : undefined

/** True for a violation of the named foreign key. */
export const isForeignKeyViolation = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23503' && (error as { constraint?: string }).constraint === constraint

/** True if a partitioned table has no partition for a row: the only check violation without a constraint. */
export const isMissingPartition = (error: unknown): boolean =>
  codeOf(error) === '23514' && (error as { constraint?: string }).constraint === undefined

/** True for a violation of the named check, including one that a trigger raises. */
export const isCheckViolation = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23514' && (error as { constraint?: string }).constraint === constraint

/** True if a statement names a table that does not exist: the schema is older than the code, or was never created. */
export const isUndefinedTable = (error: unknown): boolean => codeOf(error) === '42P01'

export interface RefusedRow {
  readonly table: string | undefined
  readonly column: string | undefined
  readonly constraint: string | undefined
}

// 22 an invalid value for the type, 23 a constraint of the table, 42 an unknown column or type, 54 a limit exceeded.
const refusedStates = /^(22|23|42|54)/

/** Why a row from outside was refused; undefined for every other error. */
export function findRefusedRow(error: unknown): RefusedRow | undefined {
  if (!refusedStates.test(codeOf(error))) return undefined
  const { table, column, constraint } = error as Error & Partial<RefusedRow>
  return { table, column, constraint }
}
