import type pg from 'pg'
import { sha256 } from '../values/sha256.ts'
import { convertPostgresError } from './postgres-errors.ts'
import type { Change, Read, Sql, SqlValue } from './sql.ts'

/** Makes of a statement what node-postgres is asked, and of its answer what the caller wants. */

export interface Query {
  /** Equal texts have the same name: PostgreSQL parses and plans them once per connection. Undefined: each time. */
  readonly name: string | undefined
  readonly text: string
  readonly values: unknown[]
}

/** What is done with an interrupted statement. */
export type Effect = Change

const once: Effect = { isRepeatable: false, isExpendable: false }
const reading: Effect = { isRepeatable: true, isExpendable: true }
const prepared: Read = { isPlannedByValues: false }

type Run = (query: Query, effect: Effect) => Promise<pg.QueryResult>

/** Statements through `run`, with names where `isNamed`. */
export function runner(run: Run, { isNamed }: { readonly isNamed: boolean }): Sql {
  const query = (
    text: string,
    values: readonly SqlValue[] = [],
    effect: Effect = once,
    { isPlannedByValues }: Read = prepared,
  ): Promise<pg.QueryResult> => {
    const name = isNamed && !isPlannedByValues ? nameOf(text) : undefined
    return run({ name, text, values: values as unknown[] }, effect).catch((error: unknown) => {
      throw convertPostgresError(error)
    })
  }
  type Values = readonly SqlValue[] | undefined
  return {
    readRows: async <R>(text: string, values: Values, read?: Read) =>
      (await query(text, values, reading, read)).rows as R[],
    readRow: async <R>(text: string, values: Values, read?: Read) =>
      (await query(text, values, reading, read)).rows[0] as R | undefined,
    rows: async <R>(text: string, values: Values, change?: Change) => (await query(text, values, change)).rows as R[],
    row: async <R>(text: string, values: Values, change?: Change) =>
      (await query(text, values, change)).rows[0] as R | undefined,
    execute: async (text, values, change) => (await query(text, values, change)).rowCount ?? 0,
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `s${sha256(text).toString('hex').slice(0, 24)}`
    names.set(text, name)
  }
  return name
}
