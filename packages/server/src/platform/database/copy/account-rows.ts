import type { Readable } from 'node:stream'
import pg from 'pg'
import type { AccountId } from '../../values/ids.ts'
import type { TenantTransaction } from '../sql.ts'
import type { Loading } from './copy-in.ts'
import { type CopiedTable, jsonLines, namesText } from './copy-out.ts'

/**
 * The rows that one account has in a table: exports them as lines of JSON, imports them next to existing rows, and
 * deletes them. Imported rows are staged first, so that they can be compared before anything is written.
 */

export interface RowsOfAccount extends CopiedTable {
  /** The column with the owner of a row; it is not among `columns`. */
  readonly owner: string
}

const quote = pg.escapeIdentifier
const staged = (name: string): string => quote(`arrived_${name}`)

/** For `Snapshot.copyJson`. */
export const rowsOfAccountText = ({ name, owner, columns }: RowsOfAccount, accountId: AccountId): string =>
  `select ${namesText(columns)} from ${quote(name)} where ${quote(owner)} = ${pg.escapeLiteral(accountId)}`

/**
 * Puts lines of JSON into `arrived_NAME`, as rows of the account whatever owner they name. Returns how many there are.
 */
export async function stageRows(
  loading: Loading,
  { name, owner, columns }: RowsOfAccount,
  { accountId, lines }: { readonly accountId: AccountId; readonly lines: Readable },
): Promise<number> {
  await loading.execute(
    `create temporary table ${staged(name)} on commit drop as select * from ${quote(name)} with no data`,
  )
  await loading.execute('create temporary table if not exists arrived_lines (line json) on commit drop')
  await loading.execute('truncate arrived_lines')
  await loading.load('arrived_lines', lines, jsonLines)
  return loading.execute(
    `insert into ${staged(name)} (${namesText([owner, ...columns])})
     select $1, ${columns.map((column) => `come.${quote(column)}`).join(', ')}
     from arrived_lines cross join lateral json_populate_record(null::${quote(name)}, line) come`,
    [accountId],
  )
}

/** Unstages the rows that already exist unchanged. */
export async function dropKnown(loading: Loading, rows: RowsOfAccount, ignored: readonly string[]): Promise<void> {
  const key = await keyOf(loading, rows.name)
  const same = comparedOf(rows, key, ignored).map((column) => `not ${differs(column)}`)
  await loading.execute(
    `delete from ${staged(rows.name)} a using ${quote(rows.name)} x where ${[sameKey(key), ...same].join(' and ')}`,
  )
}

/** An existing row that differs from the one that arrived. */
export interface Difference {
  readonly id: string
  readonly columns: readonly string[]
}

/** The first of them. */
export async function findDifferences(
  loading: Loading,
  rows: RowsOfAccount,
  { ignored, limit }: { readonly ignored: readonly string[]; readonly limit: number },
): Promise<Difference[]> {
  const key = await keyOf(loading, rows.name)
  const compared = comparedOf(rows, key, ignored)
  if (compared.length === 0) return []
  // None if an account has one row at most.
  const idColumns = key.filter((column) => column !== rows.owner).map((column) => `x.${quote(column)}::text`)
  const named = compared.map((column) => `case when ${differs(column)} then ${pg.escapeLiteral(column)} end`)
  return loading.readRows<Difference>(
    `select array_to_string(array[${idColumns.join(', ')}]::text[], ' ') as id, array_remove(array[${named.join(', ')}], null) as columns
     from ${staged(rows.name)} a join ${quote(rows.name)} x on ${sameKey(key)}
     where ${compared.map(differs).join(' or ')} limit ${limit}`,
  )
}

const comparedOf = ({ columns }: RowsOfAccount, key: readonly string[], ignored: readonly string[]): string[] =>
  columns.filter((column) => !key.includes(column) && !ignored.includes(column))

/** Compared as text, because not every type can be compared. */
const differs = (column: string): string => `(a.${quote(column)}::text is distinct from x.${quote(column)}::text)`

/** Inserts the rows that do not exist, and returns how many were inserted. */
export async function insertStaged(loading: Loading, { name, owner, columns }: RowsOfAccount): Promise<number> {
  const key = await keyOf(loading, name)
  const names = namesText([owner, ...columns])
  return loading.execute(
    `insert into ${quote(name)} (${names}) select ${names} from ${staged(name)} a
     where not exists (select from ${quote(name)} x where ${sameKey(key)})`,
  )
}

/** Returns how many were deleted. */
export const deleteRowsOfAccount = (
  trx: TenantTransaction,
  { name, owner }: Omit<RowsOfAccount, 'columns'>,
): Promise<number> => trx.execute(`delete from ${quote(name)} where ${quote(owner)} = $1`)

/** Keeps the rows without an owner. */
export const disownRows = (trx: TenantTransaction, { name, owner, columns }: RowsOfAccount): Promise<number> =>
  trx.execute(
    `update ${quote(name)} set ${[owner, ...columns].map((column) => `${quote(column)} = null`).join(', ')}
     where ${quote(owner)} = $1`,
  )

const sameKey = (key: readonly string[]): string =>
  key.map((column) => `x.${quote(column)} = a.${quote(column)}`).join(' and ')

async function keyOf(loading: Loading, name: string): Promise<string[]> {
  const rows = await loading.readRows<{ column: string }>(
    `select a.attname as "column" from pg_index i
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
     where i.indrelid = to_regclass('public.' || quote_ident($1)) and i.indisprimary order by a.attnum`,
    [name],
  )
  return rows.map(({ column }) => column)
}
