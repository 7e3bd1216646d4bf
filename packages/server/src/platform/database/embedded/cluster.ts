import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../values/sha256.ts'
import { DataDirectoryError, useOwnDatabase } from './data-directory-error.ts'

/**
 * Where a cluster lives and how its processes are recognised.
 *
 * The cluster is always `<data directory>/postgres`, also when the hub is root and the data directory lies below a
 * directory its account may not enter (/root, a home of mode 700). The trick is the working directory: the child
 * changes into the cluster while it is still root, then drops its power, then starts the program with
 * `-D /proc/self/cwd`. PostgreSQL lives in its data directory with relative paths from then on, every process it forks
 * inherits that place, and nothing ever walks the closed parents again; no chmod, no second location, no pointer.
 *
 * Process ids get reused, and /proc/<pid>/cwd is closed to root in ordinary containers. So every server carries the
 * hash of its cluster's real path as cluster_name, which shows in the command line of the postmaster and in the title
 * of all its children.
 */

/** Where the files of one PostgreSQL server lie, and its name in the list of processes. */
export interface Cluster {
  readonly dataDir: string
  readonly dir: string
  /** `spindle-<16 hex digits>` */
  readonly name: string
}

/** `dataDir` must be a real path. */
export function describeCluster(dataDir: string): Cluster {
  const dir = join(dataDir, 'postgres')
  return { dataDir, dir, name: `spindle-${sha256(dir).toString('hex').slice(0, 16)}` }
}

/** The value of `-D`, for a program that is started with the cluster as its working directory. */
export function dataArgument(dir: string, dropsPower: boolean): string {
  return dropsPower && process.platform === 'linux' ? '/proc/self/cwd' : dir
}

/** False when there is none yet; an error when there is something that is no cluster of this major version. */
export async function hasCluster({ dir }: Cluster, major: string): Promise<boolean> {
  const stats = await lstat(dir).catch(() => undefined)
  if (stats === undefined) return false
  if (stats.isDirectory() && (await readdir(dir)).length === 0) return false
  const found = await readFile(join(dir, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (found === undefined) {
    throw new DataDirectoryError('data_directory_damaged', {
      message: `${dir} exists but contains no PostgreSQL database (PG_VERSION is missing)`,
      fix: 'restore the data directory from a backup, or move that directory away to start with a new one',
    })
  }
  if (found.trim() !== major) throw otherVersionError(dir, { found: found.trim(), major })
  return true
}

function otherVersionError(dir: string, { found, major }: { found: string; major: string }): DataDirectoryError {
  return new DataDirectoryError('postgres_version_mismatch', {
    message: `The database in ${dir} was created by PostgreSQL ${found}, but this hub includes PostgreSQL ${major}`,
    fix: `run the hub version that created it, or migrate the data with pg_dump of ${found} and pg_restore, or ${useOwnDatabase}`,
  })
}
