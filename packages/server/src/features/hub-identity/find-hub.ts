import type { Config } from '../../config/config.ts'
import { ConfigError, type ConfigProblem } from '../../config/problems.ts'
import { blobsFrom } from '../../platform/blobs/blobs-from-config.ts'
import { isUndefinedTable } from '../../platform/database/postgres-errors.ts'
import { hasTables } from '../../platform/database/schema/applied-migrations.ts'
import type { Sql } from '../../platform/database/sql.ts'
import { silentLog } from '../../platform/logging/log.ts'
import {
  hasEmbeddedDatabase,
  joinDatabase,
  type OpenDatabase,
  type OpenOptions,
  openDatabase,
} from '../../platform/open-database.ts'
import type { Keys } from '../../platform/secrets/encryption.ts'
import { secretIdOf } from '../../platform/secrets/hub-secret.ts'
import { findStorageIdentity, isEmptyStorage, storageRefusal, unknownToDatabase } from '../uploads/index.ts'
import { type Accepted, compareSecrets } from './belongings.ts'
import { findIdentity } from './identity-queries.ts'

/**
 * Checks whether a hub exists before anything is made. Only `serve` and `backup restore` make a hub. Another command
 * without the right folder or settings would make a second, empty hub and report success.
 */

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'hubCommand' | 'settings'>

/** Of a database whose tables may be of an earlier version. */
export async function hasHub(system: Sql): Promise<boolean> {
  try {
    return (await findStorageIdentity(system)) !== undefined || (await findIdentity(system)) !== undefined
  } catch (error) {
    if (isUndefinedTable(error)) return false
    throw error
  }
}

/** For a command: the database of an existing hub. Throws ConfigError without one, and leaves nothing behind. */
export async function joinHub(
  place: Place,
  options: OpenOptions,
  accepted: ReadonlySet<Accepted> = new Set(),
): Promise<OpenDatabase> {
  requireFolder(place)
  const opened = await joinDatabase(options)
  return orClose(opened, async () => {
    // A start that was refused because of the storage has made the tables and nothing else.
    const isThere = accepted.has('storage') ? hasTables(opened.database) : hasHub(opened.database.system)
    if (!(await isThere)) throw new ConfigError([noHub(place)])
  })
}

/** For `doctor`: changes nothing, not even the schema. Answers the id of the secret that belongs to the hub. */
export async function checkHub(config: Config): Promise<string> {
  const opened = await joinHub(config, { ...config, maxConnections: 1, log: silentLog })
  try {
    const [secret] = await compareAll(opened, config)
    return secretIdOf(secret)
  } finally {
    await opened.close()
  }
}

/** For `migrate`, which may run before the first start of several nodes, on a database that was named. */
export async function joinToMigrate(config: Config, options: OpenOptions, isNew: boolean): Promise<OpenDatabase> {
  requireFolder(config)
  const opened = await joinDatabase(options)
  return orClose(opened, async () => {
    if (await hasHub(opened.database.system)) return compareAll(opened, config)
    if (!isNew && !(await hasTables(opened.database))) throw new ConfigError([emptyDatabase(config)])
  })
}

/** For a start: a database in which nothing was made yet does not belong to a storage that holds files. */
export async function openForStart(config: Config, options: OpenOptions): Promise<OpenDatabase> {
  if (config.databaseUrl === undefined && !hasEmbeddedDatabase(config.dataDir)) await requireUnusedStorage(config)
  const opened = await openDatabase(options)
  return orClose(opened, async () => {
    if (!(await hasTables(opened.database))) await requireUnusedStorage(config)
  })
}

/** Notes nothing: the tables may be of a version that has no place for it. */
async function compareAll({ database: { system } }: OpenDatabase, config: Config): Promise<Keys> {
  const blobs = blobsFrom(config)
  try {
    return await compareSecrets({ system, blobs, config }, new Set())
  } finally {
    await blobs.close()
  }
}

async function orClose(opened: OpenDatabase, check: () => Promise<unknown>): Promise<OpenDatabase> {
  try {
    await check()
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Throws before a PostgreSQL would be made in a folder that has none. */
export function requireFolder(place: Place): void {
  if (place.databaseUrl === undefined && !hasEmbeddedDatabase(place.dataDir)) throw new ConfigError([noHub(place)])
}

async function requireUnusedStorage(config: Config): Promise<void> {
  const blobs = blobsFrom(config)
  try {
    // Where it cannot be reached the start itself says so.
    const isUnused = await isEmptyStorage(blobs).catch(() => true)
    if (!isUnused) throw new ConfigError([storageRefusal(unknownToDatabase, config)])
  } finally {
    await blobs.close()
  }
}

function noHub({ dataDir, databaseUrl, hubCommand, settings }: Place): ConfigProblem {
  if (databaseUrl !== undefined)
    return {
      key: 'DATABASE_URL',
      problem: 'this database does not contain a hub',
      fix: `name the database of the hub; to create a new hub there, run: ${hubCommand} serve`,
    }
  const isSet = settings.some(({ key, isSet }) => key === 'SPINDLE_DATA_DIR' && isSet)
  return {
    key: 'SPINDLE_DATA_DIR',
    problem: `there is no hub in ${dataDir}${isSet ? '' : ' (SPINDLE_DATA_DIR is not set, so this is the folder .spindle in the current directory)'}`,
    fix: `set SPINDLE_DATA_DIR to the data directory of the hub, or DATABASE_URL to its database; to create a new hub there, run: ${hubCommand} serve`,
  }
}

const emptyDatabase = ({ hubCommand }: Place): ConfigProblem => ({
  key: 'DATABASE_URL',
  problem: 'the database is empty: it is new, or it does not belong to the hub',
  fix: `name the database of the hub; to create the tables of a new hub there, run: ${hubCommand} migrate --new`,
})
