import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '@spindle/contract'
import type { Finding } from '../checks.ts'

export interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
}

/** The space on the disk of the folder, or of its nearest existing parent. Undefined if that is unknown. */
export async function findDiskSpace(path: string): Promise<DiskSpace | undefined> {
  let folder = path
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  const space = await statfs(folder).catch(() => undefined)
  return space && { freeBytes: space.bavail * space.bsize, totalBytes: space.blocks * space.bsize }
}

const minFreeBytes = 1024 ** 3

/** Whether the disk of the data directory has at least 1 GiB left. */
export async function checkDiskSpace(dataDir: string): Promise<Finding> {
  const space = await findDiskSpace(dataDir)
  if (!space) return { isFine: false, text: 'unknown', fix: 'fix the data directory first' }
  return {
    isFine: space.freeBytes >= minFreeBytes,
    text: `${(space.freeBytes / 1024 ** 3).toFixed(1)} GiB free`,
    fix: 'free at least 1 GiB, or put SPINDLE_DATA_DIR on a larger disk',
  }
}

/** The size of a WAL segment; with less PostgreSQL cannot store anything. */
const segmentBytes = 16 * 1024 ** 2

export interface DatabasePlace {
  /** Undefined unless the database is the embedded one, in `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly dataDir: string
}

/**
 * Throws `storage_full` if the disk of the embedded database has no space; an external database reports its own errors.
 */
export async function requireDatabaseRoom({ databaseUrl, dataDir }: DatabasePlace): Promise<void> {
  const space = databaseUrl === undefined ? await findDiskSpace(dataDir) : undefined
  if (space && space.freeBytes < segmentBytes)
    throw new AppError('storage_full', { detail: `${space.freeBytes} bytes are free for the database.` })
}
