import type { Log } from '../../logging/log.ts'
import { describeCluster } from './cluster.ts'
import { openDataDirectory } from './data-directory.ts'
import { DataDirectoryError } from './data-directory-error.ts'
import { holdLock } from './data-directory-lock.ts'
import { stopStaleProcesses } from './stale-processes.ts'

/**
 * Stops the PostgreSQL of a process that was killed. Does nothing if another hub has the data directory by now: its
 * start stops what it finds.
 */
export async function stopOrphanedServer(dataDir: string, log: Log): Promise<void> {
  const cluster = describeCluster(await openDataDirectory(dataDir))
  try {
    const lock = holdLock(cluster.dataDir, 'postgres.lock')
    try {
      await stopStaleProcesses(cluster, log)
    } finally {
      await lock.release()
    }
  } catch (error) {
    if (!(error instanceof DataDirectoryError) || error.code !== 'data_directory_locked') throw error
  }
}
