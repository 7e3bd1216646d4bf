import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDataDirectory } from './data-directory.ts'
import { DataDirectoryError } from './data-directory-error.ts'

/**
 * One data directory, one process. Node offers no flock, but SQLite holds a POSIX record lock on the lock file for as
 * long as an exclusive transaction is open. The kernel releases it when the process ends, for any reason. Unlike an
 * abstract socket, it also applies to processes of other users, other containers on the same volume and other hosts on
 * a network file system. The file stays empty and is never removed: otherwise two processes could hold the lock.
 */

/** A held lock; `release` is idempotent. */
export interface HeldLock {
  release(): Promise<void>
}

const sqliteBusy = 5

/**
 * Claims the data directory for the life of this process; creates the directory if it is missing. Throws
 * DataDirectoryError `data_directory_locked` if another process (or an earlier call in this one) holds it,
 * `data_directory_not_writable` if the lock file cannot be written.
 */
export async function lockDataDirectory(dataDir: string): Promise<HeldLock> {
  const realDir = await openDataDirectory(dataDir)
  return holdLock(realDir, 'spindle.lock')
}

/** Holds the lock file `name` in an existing data directory. */
export function holdLock(dataDir: string, name: string): HeldLock {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(join(dataDir, name), { timeout: 0 })
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    const busy = isBusy(cause) || isHeldByOtherUser(join(dataDir, name))
    database?.close()
    throw busy ? lockedError(dataDir) : notLockableError(dataDir, cause)
  }
  return {
    release: async () => {
      database?.close()
      database = undefined
    },
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

/** A lock file of another user can only be read, which is enough to detect the lock. */
function isHeldByOtherUser(file: string): boolean {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    try {
      database.prepare('SELECT count(*) FROM sqlite_schema').get()
      return false
    } finally {
      database.close()
    }
  } catch (error) {
    return isBusy(error)
  }
}

function lockedError(dataDir: string): DataDirectoryError {
  return new DataDirectoryError('data_directory_locked', {
    message: `Another Spindle process is using the data directory ${dataDir}`,
    fix: 'stop that process first, or use a different data directory',
  })
}

function notLockableError(dataDir: string, cause: unknown): DataDirectoryError {
  return new DataDirectoryError('data_directory_not_writable', {
    message: `The data directory ${dataDir} cannot be locked (${cause instanceof Error ? cause.message : String(cause)})`,
    fix: 'start with the same user as before, and use a file system that supports locks',
    cause,
  })
}
