import { AppError } from '@spindle/contract'

/** What PostgreSQL and the network can answer, and which of it means "not now". */

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

/** True when the database cannot be worked with for now, as opposed to having refused a statement. */
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

/** True when PostgreSQL has no room for what it was to store (53100), or its disk has none. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (codeOf(error) === '53100' || codeOf(error) === 'ENOSPC' || isDiskFull(error.cause))

const lostCodes = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02'])

/** True when the connection ended: nobody knows how far a statement came that was not answered. */
export const isConnectionLost = (error: unknown): boolean =>
  lostCodes.has(codeOf(error)) ||
  codeOf(error).startsWith('08') ||
  (error instanceof Error &&
    /Connection terminated unexpectedly|Client has encountered a connection error/.test(error.message))

// 57P01 a server that stops, 25006 one that no longer leads.
const undoneCodes = new Set(['57P01', '25006'])
// What PgBouncer (08P01) tells a client that waited for a server and was given none.
const unsent = /^(server login has been failing|query_wait_timeout)/

/**
 * True when it is said that nothing is left of the statement, be it `commit`: by a server that stops or takes no changes,
 * or by a pooler that never sent it to one. A server that has committed and waits for its standby ends the connection
 * without a word; so does one that crashes (57P02) at any time.
 */
export const isUndone = (error: unknown): boolean =>
  undoneCodes.has(codeOf(error)) || (codeOf(error) === '08P01' && unsent.test((error as Error).message))

// 40 serialization and deadlock, 55P03 lock timeout, 57014 statement timeout: others were in the way, this time.
const busyStates = /^(40001|40P01|55P03|57014)$/

/** True when others were in the way: the same statement can succeed a moment later. */
export const isBusy = (error: unknown): boolean => busyStates.test(codeOf(error))

/** The border of node-postgres: "not now" becomes `database_unavailable` or `overloaded`, everything else passes. */
export function convertPostgresError(error: unknown): unknown {
  if (isUnavailable(error)) return new AppError('database_unavailable', { cause: error, retryAfterSeconds: 1 })
  if (isBusy(error)) return new AppError('overloaded', { cause: error, retryAfterSeconds: 1 })
  return error
}

/** True, of an error as converted above, when the transaction was ended for one that waited for it in turn. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof AppError && /^(40001|40P01)$/.test(codeOf(error.cause))

/** True for a violation of the named unique constraint or index. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23505' && (error as { constraint?: string }).constraint === constraint

/** What PostgreSQL says is taken already, of any unique constraint; undefined for other errors. */
export const findTaken = (error: unknown): string | undefined =>
  codeOf(error) === '23505' ? ((error as { detail?: string }).detail ?? '') : undefined

/** True for a violation of the named foreign key. */
export const isForeignKeyViolation = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23503' && (error as { constraint?: string }).constraint === constraint

/** True when a partitioned table has no place for a row: the only check violation without a constraint. */
export const isMissingPartition = (error: unknown): boolean =>
  codeOf(error) === '23514' && (error as { constraint?: string }).constraint === undefined

/** True for a violation of the named check, also of one that a trigger makes. */
export const isCheckViolation = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23514' && (error as { constraint?: string }).constraint === constraint

/** True when a statement names a table that is not there: the schema is older than the code, or was never made. */
export const isUndefinedTable = (error: unknown): boolean => codeOf(error) === '42P01'

export interface RefusedRow {
  readonly table: string | undefined
  readonly column: string | undefined
  readonly constraint: string | undefined
}

// 22 a value that the type has not, 23 a rule of the table, 42 a column or type, 54 too deep or too large.
const refusedStates = /^(22|23|42|54)/

/** What a row that came from elsewhere was refused for; undefined for every other error. */
export function findRefusedRow(error: unknown): RefusedRow | undefined {
  if (!refusedStates.test(codeOf(error))) return undefined
  const { table, column, constraint } = error as Error & Partial<RefusedRow>
  return { table, column, constraint }
}
