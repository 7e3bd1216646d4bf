import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '@spindle/contract'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/problems.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { describeDatabase } from '../../platform/database/open.ts'
import { isUndefinedTable } from '../../platform/database/postgres-errors.ts'
import { bypassesRowSecurityFix } from '../../platform/database/safe-settings.ts'
import type { Sql } from '../../platform/database/sql.ts'
import { findLastComplete, findLastDrill, findOpenRestore } from '../backups/index.ts'
import { findChildWalls } from '../media/index.ts'
import { findStorageProblem, storageProblemFix } from '../uploads/index.ts'

/** What `doctor` and the page of the system look at alike. None of them changes anything. */

export interface Finding {
  readonly isFine: boolean
  readonly text: string
  /** What to do when it is not fine. */
  readonly fix?: string
}

export interface Check {
  readonly name: string
  run(): Promise<Finding>
}

export type NamedFinding = Finding & { readonly name: string }

/** A check that fails is a finding too. A fix is named only where something is to be fixed. */
export async function examine({ name, run }: Check): Promise<NamedFinding> {
  const { isFine, text, fix } = await run().catch((error: unknown): Finding => {
    if (error instanceof ConfigError) return { isFine: false, ...explain(error) }
    const { message: text, fix } = error as Error & { fix?: string }
    return { isFine: false, text, ...(fix === undefined ? {} : { fix }) }
  })
  return { name, isFine, text, ...(isFine || fix === undefined ? {} : { fix }) }
}

/** Several things may be wrong at once. */
const explain = ({ problems }: ConfigError): Pick<Finding, 'text' | 'fix'> => ({
  text: problems.map(({ key, problem }) => `${key}: ${problem}`).join('; '),
  fix: problems.map(({ fix }) => fix).join('; '),
})

export interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Where the folder would be made, if it is not there yet. Undefined when that is unknown. */
export async function findDiskSpace(path: string): Promise<DiskSpace | undefined> {
  let folder = path
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  const space = await statfs(folder).catch(() => undefined)
  return space && { freeBytes: space.bavail * space.bsize, totalBytes: space.blocks * space.bsize }
}

const minFreeBytes = 1024 ** 3

/** A segment of its log, without which PostgreSQL stores nothing more. */
const segmentBytes = 16 * 1024 ** 2

/** Throws `storage_full` where the embedded database has no room; of another one its own errors say so. */
export async function requireDatabaseRoom({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<void> {
  const space = databaseUrl === undefined ? await findDiskSpace(dataDir) : undefined
  if (space && space.freeBytes < segmentBytes)
    throw new AppError('storage_full', { detail: `${space.freeBytes} bytes are free for the database.` })
}

export async function checkDiskSpace(dataDir: string): Promise<Finding> {
  const space = await findDiskSpace(dataDir)
  if (!space) return { isFine: false, text: 'not known', fix: 'fix the data directory first' }
  return {
    isFine: space.freeBytes >= minFreeBytes,
    text: `${(space.freeBytes / 1024 ** 3).toFixed(1)} GiB free`,
    fix: 'free at least 1 GiB, or put SPINDLE_DATA_DIR on a larger disk',
  }
}

export async function checkDatabase(database: { readonly system: Sql }): Promise<Finding> {
  const { version, user, bypassesRowSecurity } = await describeDatabase(database)
  return {
    isFine: !bypassesRowSecurity,
    text: bypassesRowSecurity
      ? `${version}, as ${user}: row-level security, the second wall between accounts, does not hold for this user`
      : `${version}, as ${user}`,
    fix: bypassesRowSecurityFix,
  }
}

const unreachableFix = 'check SPINDLE_BLOBS and, for a bucket, its endpoint, its region and what its key may do'

export async function checkStorage(
  storage: { readonly system: Sql; readonly blobs: Blobs },
  config: Pick<Config, 'hubCommand'>,
): Promise<Finding> {
  try {
    const problem = await findStorageProblem(storage)
    return {
      isFine: problem === undefined,
      text: problem ?? 'belongs to this database, or both are new',
      fix: storageProblemFix(config),
    }
  } catch (error) {
    if (isUndefinedTable(error))
      return { isFine: true, text: 'the database has no tables yet; the first start makes them' }
    const { message, cause } = error as Error
    if (!(cause instanceof Error)) throw error
    return { isFine: false, text: `${message}: ${cause.name}, ${cause.message}`, fix: unreachableFix }
  }
}

/** Says how old the newest backup is; a hub that was restored and not looked at is not fine. */
export async function checkBackups(
  { system }: { readonly system: Sql },
  { hubCommand }: Pick<Config, 'hubCommand'>,
): Promise<Finding> {
  try {
    const restore = await findOpenRestore(system)
    const last = await findLastComplete(system)
    if (!restore) return { isFine: true, text: last ? `the last complete one is of ${isoSeconds(last)}` : 'none yet' }
    return {
      isFine: false,
      text: `this hub was restored from the backup of ${isoSeconds(restore.backupAt)}: what was revoked, disabled or taken down after that is not. Properties, stores and webhooks are told nothing until the restore is finished`,
      fix: `do again what must hold, then run: ${hubCommand} restore finish`,
    }
  } catch (error) {
    if (!isUndefinedTable(error)) throw error
    return { isFine: true, text: 'none yet' }
  }
}

const hourMs = 60 * 60_000
const maxBackupHours = 26
const maxDrillDays = 35

/** Whether a backup was made in the last day, and one restored in the last month: as the alerts see it. */
export async function checkBackupAge(system: Sql): Promise<Finding> {
  const [backup, drill] = await Promise.all([findLastComplete(system), findLastDrill(system)])
  const hoursSince = (at: Date): number => Math.floor((Date.now() - at.getTime()) / hourMs)
  const told = [
    backup === undefined ? 'no backup was ever completed' : `the last complete one is ${hoursSince(backup)} hours old`,
    drill === undefined
      ? 'none was ever restored'
      : `one was last restored ${Math.floor(hoursSince(drill) / 24)} days ago`,
  ]
  return {
    isFine:
      backup !== undefined &&
      drill !== undefined &&
      hoursSince(backup) <= maxBackupHours &&
      hoursSince(drill) <= maxDrillDays * 24,
    text: told.join('; '),
    fix: 'run backup create every day, and backup drill every month',
  }
}

const isoSeconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

export async function checkWalls(): Promise<Finding> {
  const { account, network } = await findChildWalls()
  return {
    isFine: true,
    text: `${account ? 'not root' : 'ROOT, as the hub'}; ${network ? 'no network' : 'the network of the hub'}${account && network ? '' : ' (util-linux and permission to use it would take that away)'}`,
  }
}

export const checkTokens = async (count: number): Promise<Finding> => ({
  isFine: true,
  text: count === 0 ? 'none: verification answers 503 until one is configured' : `${count} configured`,
})
