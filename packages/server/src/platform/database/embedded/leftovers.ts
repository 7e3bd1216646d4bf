/**
 * What a hub that died leaves behind: its postmaster still running, or backends without a postmaster, or only a
 * postmaster.pid whose number meanwhile belongs to something else. Only processes that carry the name of this very
 * cluster are ever signalled, and only while the caller holds the lock of the data directory.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Cluster } from './cluster.ts'
import { DataDirectoryError, findErrno } from './data-directory-error.ts'
import type { EventLog } from './event-log.ts'

interface ClusterProcess {
  readonly pid: number
  readonly isPostmaster: boolean
}

const pollMs = 10
const fastShutdownMs = 20_000
const immediateShutdownMs = 5_000
const killMs = 5_000

/**
 * Stops every process of the cluster. Answers the process id in postmaster.pid, which is stale from now on;
 * undefined when the last shutdown was an orderly one.
 */
export async function clearLeftovers(cluster: Cluster, log: EventLog): Promise<number | undefined> {
  const pidText = await findText(join(cluster.dir, 'postmaster.pid'))
  if (pidText === undefined) return undefined
  const found = await findProcesses(cluster)
  if (found.length > 0) {
    log('postgres_leftovers_found', { pids: found.map(({ pid }) => pid) })
    if (!(await stopEverything(cluster, found))) throw notStoppableError(cluster)
    log('postgres_leftovers_stopped')
  }
  await removeEmptyLockFiles(cluster)
  const pid = Math.abs(Number(pidText.split('\n')[0]))
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
}

/** A full disk or a power cut leaves them empty, and PostgreSQL refuses those for ever. They tell nothing. */
async function removeEmptyLockFiles({ dir }: Cluster): Promise<void> {
  const names = (await readdir(dir)).filter((name) => name === 'postmaster.pid' || /^\.s\.PGSQL\.\d+\.lock$/.test(name))
  for (const name of names) {
    if ((await findText(join(dir, name)))?.trim() === '') await rm(join(dir, name), { force: true })
  }
}

function findText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined)
}

async function stopEverything(cluster: Cluster, found: readonly ClusterProcess[]): Promise<boolean> {
  if (found.some(({ isPostmaster }) => isPostmaster)) {
    if (await stopAll(cluster, { signal: 'SIGINT', waitMs: fastShutdownMs, to: 'postmaster' })) return true
    if (await stopAll(cluster, { signal: 'SIGQUIT', waitMs: immediateShutdownMs, to: 'postmaster' })) return true
  }
  return stopAll(cluster, { signal: 'SIGKILL', waitMs: killMs, to: 'all' })
}

async function stopAll(
  cluster: Cluster,
  { signal, waitMs, to }: { signal: NodeJS.Signals; waitMs: number; to: 'postmaster' | 'all' },
): Promise<boolean> {
  for (const { pid, isPostmaster } of await findProcesses(cluster)) {
    if (to === 'all' || isPostmaster) sendSignal(pid, signal)
  }
  const deadline = Date.now() + waitMs
  while ((await findProcesses(cluster)).length > 0) {
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

async function readProc(): Promise<RunningCommand[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return { pid: Number(pid), words: text.split('\0') }
    }),
  )
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
