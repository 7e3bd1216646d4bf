import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../values/sha256.ts'
import { DataDirectoryError, useOwnDatabase } from './data-directory-error.ts'

/**
 * The location of a cluster and how its processes are recognised.
 *
 * The cluster is always `<data directory>/postgres`, even if the hub is root and the data directory is inside a
 * directory that the cluster's account may not enter (/root, a home of mode 700). This works through the working
 * directory: the child changes into the cluster while it is still root, then drops its privileges, then starts the
 * program with `-D /proc/self/cwd`. From then on PostgreSQL uses relative paths in its data directory, and every
 * process it forks inherits the working directory. No process resolves the closed parents again, so no chmod, second
 * location or pointer is needed.
 *
 * Process ids get reused, and root cannot read /proc/<pid>/cwd in ordinary containers. So every server has the hash of
 * its cluster's real path as cluster_name, which is visible in the command line of the postmaster and in the title of
 * all its children.
 */

/** The folder of one PostgreSQL server, and its name in the list of processes. */
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

/** False if there is none yet; throws if the folder is not a cluster of this major version. */
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
