import pg from 'pg'
import { startEmbeddedPostgres } from '../../packages/server/src/platform/database/embedded/index.ts'
import { silentLog } from '../../packages/server/src/platform/logging/log.ts'
import type { Scratch } from './scratch.ts'

/** One PostgreSQL for all sides of the run, in the place of the external one of a production hub. */
export interface BenchPostgres {
  readonly version: string
  /** Makes an empty database and returns its URL. */
  createDatabase(name: string): Promise<string>
  /** Runs statements on a database, one after the other. */
  execute(databaseUrl: string, statements: Iterable<string>): Promise<void>
}

export async function startPostgres(scratch: Scratch): Promise<BenchPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: await scratch.directory('postgres'), log: silentLog })
  scratch.onClose(() => server.stop())
  const { host, port, user, password, database } = server.connection
  const urlOf = (name: string): string =>
    `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`
  const query = async <T extends pg.QueryResultRow>(url: string, statements: Iterable<string>): Promise<T[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      let rows: T[] = []
      for (const statement of statements) rows = (await client.query<T>(statement)).rows
      return rows
    } finally {
      await client.end()
    }
  }
  const [row] = await query<{ version: string }>(urlOf(database), [
    `select current_setting('server_version') as version`,
  ])
  return {
    version: row?.version ?? 'unknown',
    async createDatabase(name) {
      await query(urlOf(database), [`drop database if exists ${name} with (force)`, `create database ${name}`])
      return urlOf(name)
    },
    execute: async (url, statements) => void (await query(url, statements)),
  }
}
