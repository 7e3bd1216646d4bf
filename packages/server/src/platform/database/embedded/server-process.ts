import { type ChildProcess, spawn } from 'node:child_process'
import { type Binaries, programEnvironment } from './binaries.ts'
import { type Cluster, dataArgument } from './cluster.ts'
import { DataDirectoryError, diskFullError, isDiskFull, useOwnDatabase } from './data-directory-error.ts'
import { ownProcess } from './own-processes.ts'
import type { ServerLog } from './server-log.ts'
import { type Endpoint, serverArguments } from './server-settings.ts'

/**
 * One postmaster, started in a separate process session, so that Ctrl-C in a terminal reaches only the hub, which
 * drains before it stops its database.
 */

/** A running PostgreSQL server. */
export interface ServerProcess {
  readonly pid: number | undefined
  /** Settles once, when the postmaster has ended. Never rejects. */
  readonly exited: Promise<ServerEnd>
  hasExited(): boolean
  /** Fast shutdown (sessions end, everything is written), immediate shutdown if that takes too long. */
  stop(): Promise<void>
}

/** `error` if the program could not be started. */
export interface ServerEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly error?: string
}

/** The options of a server. */
export interface ServerPlan {
  readonly cluster: Cluster
  readonly binaries: Binaries
  readonly endpoint: Endpoint
  readonly maxConnections: number
  readonly serverLog: ServerLog
}

const fastShutdownMs = 30_000
const immediateShutdownMs = 5_000

/** `stalePid`: the number in a left-over postmaster.pid that is known not to be a server of this cluster. */
export async function spawnServer(plan: ServerPlan, stalePid: number | undefined): Promise<ServerProcess> {
  const { cluster, binaries, endpoint, maxConnections, serverLog } = plan
  const { account } = binaries
  await serverLog.mark()
  const settings = serverArguments(endpoint, cluster.name, maxConnections)
  const args = ['-D', dataArgument(cluster.dir, account !== undefined), ...settings]
  const child = spawn(binaries.postgres, args, {
    ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
    cwd: cluster.dir,
    detached: true,
    stdio: ['ignore', serverLog.fd, serverLog.fd],
    // If PostgreSQL finds the pid in this variable in a lock file, it does not treat that process as a rival. All its
    // other checks (shared memory still in use) stay active; deleting postmaster.pid would disable them.
    env: { ...programEnvironment, ...(stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) }) },
  })
  ownProcess(child)
  child.unref()
  return watch(child)
}

function watch(child: ChildProcess): ServerProcess {
  let gone = false
  const exited: ServerProcess['exited'] = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', (error) => resolve({ code: null, signal: null, error: error.message }))
  })
  void exited.then(() => {
    gone = true
  })
  return {
    pid: child.pid,
    exited,
    hasExited: () => gone,
    stop: async () => {
      if (gone) return
      child.ref()
      const harsher = [
        setTimeout(() => child.kill('SIGQUIT'), fastShutdownMs),
        setTimeout(() => child.kill('SIGKILL'), fastShutdownMs + immediateShutdownMs),
      ]
      child.kill('SIGINT')
      await exited
      for (const timer of harsher) clearTimeout(timer)
    },
  }
}

/** Why the server did not start, from its output. */
export async function describeFailure({ cluster, serverLog }: ServerPlan, end: ServerEnd): Promise<DataDirectoryError> {
  const text = await serverLog.readSinceMark()
  if (isDiskFull(text)) return diskFullError(cluster.dataDir)
  const lines = text.trim().split('\n')
  // The hub's connection attempts caused the message "the database system is starting up".
  const fatal = lines.flatMap((line) => /(?:FATAL|PANIC): {2}(?!the database system is)(.+)/.exec(line)?.[1] ?? [])
  const ending = end.error ?? `it ended with ${end.signal ?? `status ${end.code}`}`
  const reason = fatal.at(-1) ?? (text === '' ? ending : lines.at(-1))
  return new DataDirectoryError('postgres_failed', {
    message: `PostgreSQL did not start in ${cluster.dir}: ${reason}`,
    fix: `see ${serverLog.path}; restore the data directory from a backup if it is damaged, or ${useOwnDatabase}`,
  })
}

/** True if only the address was in use: another one will work. */
export async function isAddressTaken({ serverLog }: ServerPlan): Promise<boolean> {
  return /could not (?:bind|create any|create .*socket)|Address already in use/i.test(await serverLog.readSinceMark())
}
