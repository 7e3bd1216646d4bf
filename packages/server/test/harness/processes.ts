import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { readPostmasterPid } from '../platform/embedded/harness/stand-in-hub.ts'

/** The processes of an embedded PostgreSQL, found by its data directory. */

/** All of them: each works in the directory of the cluster, even if its postmaster has ended. */
export const postgresPids = (dataDir: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingDirectory(name) === join(dataDir, 'postgres'))
    .map(Number)

function workingDirectory(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Undefined while none runs. */
export function findPostmaster(dataDir: string): number | undefined {
  try {
    const pid = readPostmasterPid(dataDir)
    // Another program may have the number now.
    return postgresPids(dataDir).includes(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

/** SIGKILL for all of them together; those that have already ended are skipped. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
