import type { Readable } from 'node:stream'
import pg from 'pg'
import type { Sql, SqlValue, Transaction } from '../sql.ts'
import { type CopiedPartition, type CopiedSequence, type CopiedTable, namesText } from './copy-out.ts'
import { loadRows } from './load-rows.ts'

/**
 * Fills a database that has tables but no rows, in one transaction: it is either unchanged or complete. Triggers and
 * foreign keys are off while rows are loaded, because the rows are a consistent state. Both are restored, and the keys
 * checked, before the commit.
 */

export interface DatabaseCopy {
  readonly tables: readonly CopiedTable[]
  readonly partitions: readonly CopiedPartition[]
  readonly sequences: readonly CopiedSequence[]
  /** The rows of a table, as `Snapshot.copyTable` returned them. */
  readRows(table: CopiedTable): Promise<Readable>
}

/** True for a database in which nothing was created yet. */
export async function isEmptyDatabase(sql: Sql): Promise<boolean> {
  const row = await sql.readRow<{ isUsed: boolean }>(
    `select exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p'))
       or exists (select from pg_namespace where nspname = 'graphile_worker') as "isUsed"`,
  )
  return row?.isUsed === false
}

/** A load under way. */
export type Loading = Transaction

/** One transaction without a time limit, on a separate connection. */
export const withLoading = <T>(connection: pg.ClientConfig, work: (loading: Loading) => Promise<T>): Promise<T> =>
  withClient(connection, (client) => load(client, work))

/** `adapt` runs in the same transaction, after all rows are loaded. */
export const loadCopy = (
  connection: pg.ClientConfig,
  copy: DatabaseCopy,
  adapt: (loading: Loading) => Promise<void>,
): Promise<void> =>
  withClient(connection, async (client) => {
    await load(client, async (loading) => {
      const run = async (text: string): Promise<void> => void (await client.query(text))
      const putBack = await takeOff(client, copy.tables)
      for (const { name, parent, bound } of copy.partitions)
        await run(
          `create table if not exists ${pg.escapeIdentifier(name)} partition of ${pg.escapeIdentifier(parent)} ${bound}`,
        )
      await run(`truncate ${namesText(copy.tables.map(({ name }) => name))}`)
      for (const table of copy.tables)
        await loading.load(
          `${pg.escapeIdentifier(table.name)} (${namesText(table.columns)})`,
          await copy.readRows(table),
        )
      for (const { name, last } of copy.sequences)
        if (last !== null) await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), last])
      for (const statement of putBack) await run(statement)
      await adapt(loading)
    })
    await client.query('analyze')
  })

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'spindle-restore' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0; set time zone 'UTC'`,
    )
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A failure ends the connection, and with it the transaction. */
async function load<T>(client: pg.Client, work: (loading: Loading) => Promise<T>): Promise<T> {
  const committed: (() => void)[] = []
  await client.query('begin')
  const result = await work({
    ...clientSql(client),
    afterCommit: (hook) => void committed.push(hook),
    load: (target, rows, format) => loadRows(client, { target, rows, format }),
  })
  await client.query('commit')
  for (const hook of committed) hook()
  return result
}

/** Drops the constraints that check rows one by one, and returns the statements that restore them. */
async function takeOff(client: pg.Client, tables: readonly CopiedTable[]): Promise<string[]> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by oid`,
  )
  const { rows: forced } = await client.query<{ table: string }>(
    `select oid::regclass::text as "table" from pg_class
     where relnamespace = 'public'::regnamespace and relforcerowsecurity order by oid`,
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table } of forced) await client.query(`alter table ${table} no force row level security`)
  for (const { name } of tables) await client.query(`alter table ${pg.escapeIdentifier(name)} disable trigger user`)
  return [
    ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...forced.map(({ table }) => `alter table ${table} force row level security`),
    ...tables.map(({ name }) => `alter table ${pg.escapeIdentifier(name)} enable trigger user`),
  ]
}

function clientSql(client: pg.Client): Sql {
  const ask = <R>(text: string, values: readonly SqlValue[] = []): Promise<pg.QueryResult<R & pg.QueryResultRow>> =>
    client.query<R & pg.QueryResultRow>(text, [...values])
  const rows = async <R>(text: string, values?: readonly SqlValue[]) => (await ask<R>(text, values)).rows
  const row = async <R>(text: string, values?: readonly SqlValue[]) => (await ask<R>(text, values)).rows[0]
  return {
    readRows: rows,
    readRow: row,
    rows,
    row,
    execute: async (text, values) => (await ask(text, values)).rowCount ?? 0,
  }
}
