/**
 * What a hub that died leaves behind: its postmaster still running, or backends without a postmaster, or only a
 * postmaster.pid whose number meanwhile belongs to something else. Only processes that carry the name of this very
 * cluster are ever signalled, and only while the caller holds the lock of the data directory.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Cluster } from './cluster.ts'
import { DataDirectoryError, findErrno } from './data-directory-error.ts'

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
export async function clearLeftovers(
  cluster: Cluster,
  log: (event: string, fields?: Record<string, unknown>) => void,
): Promise<number | undefined> {
  const stalePid = await findRecordedPid(cluster)
  if (stalePid === undefined) return undefined
  const found = await findProcesses(cluster)
  if (found.length === 0) return stalePid
  log('postgres_leftovers_found', { pids: found.map(({ pid }) => pid) })
  const hasPostmaster = found.some(({ isPostmaster }) => isPostmaster)
  const gone =
    (hasPostmaster &&
      ((await stopAll(cluster, { signal: 'SIGINT', waitMs: fastShutdownMs, to: 'postmaster' })) ||
        (await stopAll(cluster, { signal: 'SIGQUIT', waitMs: immediateShutdownMs, to: 'postmaster' })))) ||
    (await stopAll(cluster, { signal: 'SIGKILL', waitMs: killMs, to: 'all' }))
  if (!gone) throw notStoppableError(cluster)
  log('postgres_leftovers_stopped')
  return findRecordedPid(cluster)
}

async function findRecordedPid({ dir }: Cluster): Promise<number | undefined> {
  const text = await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => undefined)
  const pid = Number(text?.split('\n')[0])
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined
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
