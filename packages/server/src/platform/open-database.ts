import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { probeAddresses } from './database/connections/probe-addresses.ts'
import { setDefaultTimeLimits } from './database/connections/time-limits.ts'
import { explainMigrationFailure } from './database/connections/unusable-database.ts'
import { DataDirectoryError } from './database/embedded/data-directory-error.ts'
import { connectPostgres, type PostgresDatabase, pooledSettings } from './database/postgres.ts'
import { type Durability, requireSafeSettings } from './database/safe-settings.ts'
import { type Migrated, migrate, migrateTo, requireSchema } from './database/schema/migrate.ts'
import { migrateJobs } from './jobs/jobs.ts'
import type { Log } from './logging/log.ts'

/**
 * The database of this hub: the embedded one, or any PostgreSQL >= 15 by its URL. The rest of the hub uses both alike.
 */
export interface OpenDatabase {
  readonly database: PostgresDatabase
  /** PostgreSQL itself, past any pooler. */
  readonly connection: pg.ClientConfig
  /** A standby, if reads may use one. It connects with the first read. */
  readonly standby?: Pick<PostgresDatabase, 'system' | 'tenant'> | undefined
  close(): Promise<void>
}

/** Which database: `databaseUrl`, or the embedded one in `dataDir`. */
export interface OpenOptions {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** PostgreSQL itself, where `databaseUrl` may name a pooler. */
  readonly databaseDirectUrl?: string | undefined
  /** A standby of it. */
  readonly databaseReadUrl?: string | undefined
  readonly preparesStatements?: boolean
  readonly durability?: Durability
  /** True if nothing may be acknowledged before a synchronous standby has it. */
  readonly requiresSyncStandby?: boolean
  /** False if a separate step migrates the schema. */
  readonly migrates?: boolean
  readonly maxConnections: number
  /** How many connections an embedded server accepts at least, if its usual number is too small. */
  readonly serverConnections?: number
  readonly log: Log
}

/** The folder of the SQL files, in the order of their names. */
export const migrationsDirectory = fileURLToPath(new URL('../../migrations/', import.meta.url))

/**
 * Opens the database and refuses settings that risk acknowledged writes. Throws `UnusableDatabaseError` or
 * `DataDirectoryError`.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { dataDir, databaseUrl, maxConnections, log } = options
  if (databaseUrl !== undefined) return openOutside({ ...options, databaseUrl })
  // Loaded here: a hub with an external PostgreSQL does not need it.
  const { lockDataDirectory, startEmbeddedPostgres } = await import('./database/embedded/index.ts')
  const lock = await lockDataDirectory(dataDir)
  try {
    const server = await startEmbeddedPostgres({ dataDir, log, leastConnections: options.serverConnections })
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

async function openOutside(options: OpenOptions & { readonly databaseUrl: string }): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl, preparesStatements = true, durability = 'checked', log } = options
  const { requiresSyncStandby = false, maxConnections } = options
  const pool = { connectionString: databaseUrl }
  const direct = databaseDirectUrl === undefined ? undefined : { connectionString: databaseDirectUrl }
  const connection = direct ?? pool
  const setting = direct ? 'SPINDLE_DATABASE_DIRECT_URL' : 'DATABASE_URL'
  await requireSafeSettings(connection, { durability, requiresSyncStandby, log, setting })
  // Before the pooler opens a connection: the defaults do not apply to an open one.
  if (direct) await setDefaultTimeLimits(direct)
  const pooled = pooledSettings({ connection: pool, direct })
  await probeAddresses({ pooled, direct: connection, hasDirectUrl: direct !== undefined, preparesStatements })
  const settings = { preparesStatements, requiresSyncStandby, maxConnections, log }
  const database = connectPostgres({ connection: pool, direct, ...settings })
  const { databaseReadUrl } = options
  if (databaseReadUrl === undefined) return { database, connection, close: () => database.close() }
  // A pooler accepts no limits from clients, so they are defaults of the user there too.
  const reads = { connection: { connectionString: databaseReadUrl }, direct, isStandby: true }
  const standby = connectPostgres({ ...reads, preparesStatements, maxConnections, log })
  const close = async (): Promise<void> => void (await Promise.all([database.close(), standby.close()]))
  return { database, connection, standby, close }
}

/**
 * For operator commands: opens the database, or connects to the one that a running hub has open in the same data
 * directory.
 */
export async function joinDatabase(options: OpenOptions): Promise<OpenDatabase> {
  try {
    return await openDatabase(options)
  } catch (error) {
    if (!(error instanceof DataDirectoryError) || error.code !== 'data_directory_locked') throw error
    return joinEmbedded({ ...options, maxConnections: 2 })
  }
}

/** Connects to the embedded database that another process of this hub has open. */
export async function joinEmbedded({
  dataDir,
  maxConnections,
  log,
}: Pick<OpenOptions, 'dataDir' | 'maxConnections' | 'log'>): Promise<OpenDatabase> {
  const connection = JSON.parse(await readFile(join(dataDir, connectionFile), 'utf8')) as pg.ClientConfig
  const database = connectPostgres({ connection, maxConnections, log })
  return { database, connection, close: () => database.close() }
}

/** Whether a start would find or create an embedded database in this data directory. */
export const hasEmbeddedDatabase = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres', 'PG_VERSION'))

/** Where a running hub stores how to connect to its embedded database (0600). */
const connectionFile = 'postgres-connection.json'

/**
 * Applies the hub's and the job runner's migrations; if steps of an older version are named, only those of the hub's.
 */
export async function migrateDatabase(
  { connection, database }: OpenDatabase,
  names?: ReadonlySet<string>,
): Promise<Migrated> {
  try {
    const migrated = await (names
      ? migrateTo(connection, migrationsDirectory, names)
      : migrate(connection, migrationsDirectory))
    await migrateJobs(database)
    return migrated
  } catch (error) {
    throw explainMigrationFailure(error)
  }
}

/** Opens the database in one of the two ways, with a schema that this version supports. */
export async function openMigrated(
  open: (options: OpenOptions) => Promise<OpenDatabase>,
  options: OpenOptions,
): Promise<OpenDatabase> {
  const { migrates = true, log } = options
  const opened = await open(options)
  try {
    const { applied, newer } = await (migrates
      ? migrateDatabase(opened)
      : requireSchema(opened.connection, migrationsDirectory))
    if (applied.length > 0) log.info('database.migrated', { applied })
    if (newer.length > 0) log.info('database.schema_newer', { steps: newer })
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

export interface DescribedDatabase {
  /** Such as `PostgreSQL 18.4`. */
  readonly version: string
  readonly user: string
  readonly bypassesRowSecurity: boolean
}

/** A description for operators. */
export async function describeDatabase({ system }: Pick<PostgresDatabase, 'system'>): Promise<DescribedDatabase> {
  const row = await system.readRow<DescribedDatabase>(
    `select split_part(version(), ' on ', 1) as version, current_user::text as "user",
            rolsuper or rolbypassrls as "bypassesRowSecurity"
     from pg_roles where rolname = current_user`,
  )
  if (!row) throw new Error('PostgreSQL does not know its user')
  return row
}
