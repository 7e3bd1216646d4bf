import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, readPostmasterPid } from '../../src/platform/database/embedded/testing/hub.ts'

/** The processes of an embedded PostgreSQL, found by its data directory. */

/** The postmaster of the data directory and everything it has started; empty when none runs. */
export function postgresPids(dataDir: string): number[] {
  const postmaster = findPostmaster(dataDir)
  if (postmaster === undefined) return []
  return [postmaster, ...childrenOf(postmaster)]
}

export function findPostmaster(dataDir: string): number | undefined {
  try {
    const pid = readPostmasterPid(dataDir)
    // The number may have gone to another program since.
    return isAlive(pid) && commandLine(pid).includes(join(dataDir, 'postgres')) ? pid : undefined
  } catch {
    return undefined
  }
}

/** SIGKILL for all of them at once; whoever is already gone is fine. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

const commandLine = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8')

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number)
}

function parentOf(pid: string): number | undefined {
  try {
    // The name in brackets may hold blanks; the parent is the second field after it.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return undefined
  }
}
