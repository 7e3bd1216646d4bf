import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrateJobs } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { DataDirectoryError } from './embedded/data-directory-error.ts'
import { migrate } from './migrate.ts'
import { connectPostgres, type PostgresDatabase } from './postgres.ts'
import { explainConnectFailure, explainMigrationFailure, UnusableDatabaseError } from './unusable-database.ts'

/** The database of this hub: the embedded one, or any PostgreSQL >= 15 by its URL. The rest of the hub sees no difference. */
export interface OpenDatabase {
  readonly database: PostgresDatabase
  readonly connection: pg.ClientConfig
  close(): Promise<void>
}

/** Which database: `databaseUrl`, or the embedded one in `dataDir`. */
export interface OpenOptions {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly maxConnections: number
  readonly log: Log
}

/** The folder of the SQL files, in the order of their names. */
export const migrationsDirectory = fileURLToPath(new URL('../../../migrations/', import.meta.url))

/**
 * Opens the database and refuses settings that gamble with acknowledged writes. Throws `UnusableDatabaseError` or
 * `DataDirectoryError`.
 */
export async function openDatabase({ dataDir, databaseUrl, maxConnections, log }: OpenOptions): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) {
    const connection = { connectionString: databaseUrl }
    await requireSafeSettings(connection, log)
    const database = connectPostgres({ connection, maxConnections, log })
    return { database, connection, close: () => database.close() }
  }
  // Loaded where it is used: a hub with a PostgreSQL of its own has no use for it.
  const { lockDataDirectory, startEmbeddedPostgres } = await import('./embedded/index.ts')
  const lock = await lockDataDirectory(dataDir)
  try {
    const server = await startEmbeddedPostgres({ dataDir, log })
    const database = connectPostgres({ connection: server.connection, maxConnections, log })
    const note = join(dataDir, connectionFile)
    await writeFile(note, JSON.stringify(server.connection), { mode: 0o600 })
    const close = async (): Promise<void> => {
      await rm(note, { force: true })
      await database.close()
      await server.stop()
      await lock.release()
    }
    return { database, connection: server.connection, close }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * For operator commands: opens the database, or joins the one a running hub has open on the same data directory.
 */
export async function joinDatabase(options: OpenOptions): Promise<OpenDatabase> {
  try {
    return await openDatabase(options)
  } catch (error) {
    if (!(error instanceof DataDirectoryError) || error.code !== 'data_directory_locked') throw error
    const connection = JSON.parse(await readFile(join(options.dataDir, connectionFile), 'utf8')) as pg.ClientConfig
    const database = connectPostgres({ connection, maxConnections: 2, log: options.log })
    return { database, connection, close: () => database.close() }
  }
}

/** Where a running hub notes how its embedded database is reached (0600). */
const connectionFile = 'postgres-connection.json'

/** Applies the hub's and the job runner's migrations. */
export async function migrateDatabase({ connection, database }: OpenDatabase): Promise<string[]> {
  try {
    const applied = await migrate(connection, migrationsDirectory)
    await migrateJobs(database)
    return applied
  } catch (error) {
    throw explainMigrationFailure(error)
  }
}

/** Names of the steps that were applied, in their order. */
export const listMigrations = async ({ system }: Pick<PostgresDatabase, 'system'>): Promise<readonly string[]> =>
  (await system.rows<{ name: string }>('select name from spindle_migrations order by name')).map(({ name }) => name)

export const bypassesRowSecurityFix = 'let DATABASE_URL name a user that owns the database and is no superuser'

export interface DescribedDatabase {
  /** Such as `PostgreSQL 18.4`. */
  readonly version: string
  readonly user: string
  readonly bypassesRowSecurity: boolean
}

/** What an operator wants to know of it. */
export async function describeDatabase({ system }: Pick<PostgresDatabase, 'system'>): Promise<DescribedDatabase> {
  const row = await system.row<DescribedDatabase>(
    `select split_part(version(), ' on ', 1) as version, current_user::text as "user",
            rolsuper or rolbypassrls as "bypassesRowSecurity"
     from pg_roles where rolname = current_user`,
  )
  if (!row) throw new Error('PostgreSQL does not know its user')
  return row
}

const oldestVersion = 150_000

interface Found {
  readonly version: string
  readonly fsync: string
  readonly pages: string
  readonly commit: string
  readonly bypasses: boolean
}

/** An acknowledged release must survive a power cut, so settings that gamble with it are refused. */
async function requireSafeSettings(connection: pg.ClientConfig, log: Log): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  await client.connect().catch((error: unknown) => {
    throw explainConnectFailure(error, client)
  })
  try {
    const { rows } = await client.query<Found>(
      `select current_setting('server_version_num') as version, current_setting('fsync') as fsync,
              current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commit,
              (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as bypasses`,
    )
    const [found] = rows
    if (!found) throw new Error('PostgreSQL did not answer')
    if (Number(found.version) < oldestVersion)
      throw new UnusableDatabaseError('PostgreSQL is older than version 15', 'use PostgreSQL 15 or newer')
    if (found.fsync !== 'on') throw new UnusableDatabaseError('PostgreSQL runs with fsync=off', 'set fsync = on')
    if (found.pages !== 'on')
      throw new UnusableDatabaseError('PostgreSQL runs with full_page_writes=off', 'set full_page_writes = on')
    if (found.commit === 'off')
      throw new UnusableDatabaseError('PostgreSQL runs with synchronous_commit=off', 'set synchronous_commit = on')
    // Every statement names its account all the same; the second wall between accounts is what is missing.
    if (found.bypasses) log.warn('database.row_level_security_bypassed', { fix: bypassesRowSecurityFix })
  } finally {
    await client.end()
  }
}
