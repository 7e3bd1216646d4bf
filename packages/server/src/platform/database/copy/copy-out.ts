import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { AccountId } from '../../values/ids.ts'
import { accountSetting, type Sql } from '../sql.ts'

/**
 * The rows of a database as PostgreSQL's COPY writes them, all from one snapshot. Needs no program and no rights beyond
 * those of the hub's user, so it works with the embedded PostgreSQL and with a hosted one.
 */

export interface CopiedTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** A part of a table. `bound` is as in `create table ... partition of`. */
export interface CopiedPartition {
  readonly name: string
  readonly parent: string
  readonly bound: string
}

export interface CopiedSequence {
  readonly name: string
  /** The last value that the sequence returned; null if it returned none. */
  readonly last: string | null
}

/** One snapshot of the database, for as long as the work on it takes. */
export interface Snapshot {
  /** The steps that made the tables. */
  listMigrations(): Promise<string[]>
  /** Without the list of migrations, which a restore creates. */
  listTables(): Promise<CopiedTable[]>
  listPartitions(): Promise<CopiedPartition[]>
  /** Call it last: sequences are not part of a snapshot, and must not be behind the rows. */
  listSequences(): Promise<CopiedSequence[]>
  /** Such as `18.4`. */
  readVersion(): Promise<string>
  copyTable(table: CopiedTable): Readable
  /** The rows of a query, in the text format of COPY. */
  copyQuery(text: string): Readable
  /** The rows of a query as JSON, one line each. */
  copyJson(text: string): Readable
}

/**
 * JSON has no control characters, so with these two CSV has nothing to quote and writes lines as they are. Values of
 * type `json` keep their white space, which may include line breaks.
 */
export const jsonLines = `(format csv, quote e'\\x01', delimiter e'\\x02')`
const jsonText = (query: string): string =>
  `select translate(row_to_json(asked)::text, e'\\n\\r', '  ') from (${query}) asked`

const ownTables = `c.relnamespace = 'public'::regnamespace and c.relpersistence = 'p' and c.relname <> 'spindle_migrations'
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

const tablesText = `
  select c.relname as name,
         (select json_agg(a.attname order by a.attnum) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c where ${ownTables} and c.relkind in ('r', 'p') and not c.relispartition order by 1`

const partitionsText = `
  select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
  where ${ownTables} and c.relkind in ('r', 'p') and c.relispartition order by 1`

/** Without the list of migrations. Generated columns are left out, because they cannot be inserted. */
export const listOwnTables = (sql: Pick<Sql, 'readRows'>): Promise<CopiedTable[]> => sql.readRows(tablesText)

const sequencesText = `
  select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`

/** If `accountId` is given, row-level security limits every query to this account. */
export async function withSnapshot<T>(
  connection: pg.ClientConfig,
  work: (snapshot: Snapshot) => Promise<T>,
  accountId?: AccountId,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'spindle-backup' })
  // If the server goes away between statements, the error is reported here; the next statement reports it again.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set time zone 'UTC'`)
    await client.query('begin isolation level repeatable read read only')
    if (accountId) await client.query('select set_config($1, $2, true)', [accountSetting, accountId])
    const list = async <R extends pg.QueryResultRow>(text: string): Promise<R[]> => (await client.query<R>(text)).rows
    const copyQuery = (text: string, format = ''): Readable =>
      client.query(copyTo(`copy (${text}) to stdout ${format}`))
    const result = await work({
      listMigrations: async () =>
        (await list<{ name: string }>('select name from spindle_migrations order by name')).map(({ name }) => name),
      listTables: () => list(tablesText),
      listPartitions: () => list(partitionsText),
      listSequences: () => list(sequencesText),
      readVersion: async () => (await list<{ version: string }>('show server_version'))[0]?.version ?? '',
      // A query, because COPY of a table refuses row-level security.
      copyTable: ({ name, columns }) => copyQuery(`select ${namesText(columns)} from ${pg.escapeIdentifier(name)}`),
      copyQuery: (text) => copyQuery(text),
      copyJson: (text) => copyQuery(jsonText(text), jsonLines),
    })
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

export const namesText = (names: readonly string[]): string => names.map((name) => pg.escapeIdentifier(name)).join(', ')
