import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Log } from '../../logging/log.ts'
import type { Cluster } from './cluster.ts'
import { DataDirectoryError, findErrno } from './data-directory-error.ts'

/**
 * What a crashed hub leaves: its postmaster still running, or backends without a postmaster, or only a postmaster.pid
 * whose number now belongs to another process. Only processes with the name of this cluster are ever signalled, and
 * only while the caller holds the lock of the data directory.
 */

interface ClusterProcess {
  readonly pid: number
  readonly isPostmaster: boolean
}

const pollMs = 10
const fastShutdownMs = 20_000
const immediateShutdownMs = 5_000
const killMs = 5_000

/**
 * Stops every process of the cluster. Returns the process id in postmaster.pid, which is now stale; undefined if the
 * last shutdown was an orderly one.
 */
export async function stopStaleProcesses(cluster: Cluster, log: Log): Promise<number | undefined> {
  const pidText = await findText(join(cluster.dir, 'postmaster.pid'))
  if (pidText === undefined) return undefined
  const found = await findProcesses(cluster)
  if (found.length > 0) {
    log.warn('postgres.stale_processes_found', { pids: found.map(({ pid }) => pid) })
    if (!(await stopEverything(cluster))) throw notStoppableError(cluster)
    log.info('postgres.stale_processes_stopped')
  }
  await removeEmptyLockFiles(cluster)
  const pid = Math.abs(Number(pidText.split('\n')[0]))
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
}

/**
 * A full disk or a power cut leaves them empty, and PostgreSQL refuses empty ones for ever. They contain no
 * information.
 */
async function removeEmptyLockFiles({ dir }: Cluster): Promise<void> {
  const names = (await readdir(dir)).filter((name) => name === 'postmaster.pid' || /^\.s\.PGSQL\.\d+\.lock$/.test(name))
  for (const name of names) {
    if ((await findText(join(dir, name)))?.trim() === '') await rm(join(dir, name), { force: true })
  }
}

function findText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined)
}

/** A postmaster ends after its children; children without one may compute for hours and are killed. */
async function stopEverything(cluster: Cluster): Promise<boolean> {
  const findPostmasters = async () => (await findProcesses(cluster)).filter(({ isPostmaster }) => isPostmaster)
  if (!(await stopThese(findPostmasters, { signal: 'SIGINT', waitMs: fastShutdownMs }))) {
    await stopThese(findPostmasters, { signal: 'SIGQUIT', waitMs: immediateShutdownMs })
  }
  return stopThese(() => findProcesses(cluster), { signal: 'SIGKILL', waitMs: killMs })
}

async function stopThese(
  find: () => Promise<readonly ClusterProcess[]>,
  { signal, waitMs }: { signal: NodeJS.Signals; waitMs: number },
): Promise<boolean> {
  for (const { pid } of await find()) sendSignal(pid, signal)
  const deadline = Date.now() + waitMs
  while ((await find()).length > 0) {
    if (Date.now() > deadline) return false
    await sleep(pollMs)
  }
  return true
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (findErrno(error) !== 'ESRCH') throw error
  }
}

async function findProcesses(cluster: Cluster): Promise<ClusterProcess[]> {
  const commands = process.platform === 'linux' ? await readProc() : await readPs()
  return commands.flatMap(({ pid, words }) => {
    const program = basename(words[0] ?? '')
    const isPostmaster = program === 'postgres' && words.includes(`cluster_name=${cluster.name}`)
    // Children overwrite their command line with one title, "postgres: spindle-... : checkpointer".
    const isChild = words.join(' ').startsWith(`postgres: ${cluster.name}:`)
    return isPostmaster || isChild ? [{ pid, isPostmaster }] : []
  })
}

interface RunningCommand {
  readonly pid: number
  readonly words: readonly string[]
}

/** One file after the other: reading all at once could run out of descriptors and miss the one that matters. */
async function readProc(): Promise<RunningCommand[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return pids.map((pid) => ({ pid: Number(pid), words: readCommandLine(pid).split('\0') }))
}

function readCommandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function readPs(): Promise<RunningCommand[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command='], { maxBuffer: 16_777_216 })
  return stdout.split('\n').map((line) => {
    const [pid, ...words] = line.trim().split(/\s+/)
    return { pid: Number(pid), words }
  })
}

function notStoppableError({ dir }: Cluster): DataDirectoryError {
  return new DataDirectoryError('postgres_failed', {
    message: `PostgreSQL processes of an earlier start still use ${dir} and cannot be stopped`,
    fix: 'stop them by hand (ps aux | grep postgres), then start again',
  })
}
