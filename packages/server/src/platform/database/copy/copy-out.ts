import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { AccountId } from '../../values/ids.ts'
import { accountSetting, type Sql } from '../sql.ts'

/**
 * The rows of a database as PostgreSQL's own COPY writes them, all of one instant. Needs no program and no right beyond
 * those of the hub's own user, so that it works with the embedded PostgreSQL and with one of a provider alike.
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
  /** The last number it gave; null when it gave none. */
  readonly last: string | null
}

/** One instant of the database, for as long as the work on it takes. */
export interface Snapshot {
  /** The steps that made the tables. */
  listMigrations(): Promise<string[]>
  /** Without the list of migrations, which whoever restores makes. */
  listTables(): Promise<CopiedTable[]>
  listPartitions(): Promise<CopiedPartition[]>
  /** Ask for it last: a sequence knows no instant, and must not be behind the rows. */
  listSequences(): Promise<CopiedSequence[]>
  /** Such as `18.4`. */
  readVersion(): Promise<string>
  copyTable(table: CopiedTable): Readable
  /** The rows of a query, in the text format of COPY. */
  copyQuery(text: string): Readable
  /** The rows of a query as JSON, a line for each. */
  copyJson(text: string): Readable
}

/**
 * JSON has no control characters, so with these two CSV has nothing to quote and lines go as they are. What is stored as
 * `json` keeps its blanks, among which a line may end.
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

/** Without the list of migrations. Generated columns are none that rows come with. */
export const listOwnTables = (sql: Pick<Sql, 'readRows'>): Promise<CopiedTable[]> => sql.readRows(tablesText)

const sequencesText = `
  select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`

/** Of one account alone where it is named: row-level security then stands behind every query. */
export async function withSnapshot<T>(
  connection: pg.ClientConfig,
  work: (snapshot: Snapshot) => Promise<T>,
  accountId?: AccountId,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'spindle-backup' })
  // A server that goes away while nobody waits is reported here; the next statement reports it again.
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
