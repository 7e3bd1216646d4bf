import { spawn } from 'node:child_process'
import { chown, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncDirectory, writeDurably } from '../../files/durable-files.ts'
import { type Binaries, programEnvironment } from './binaries.ts'
import { type Cluster, dataArgument } from './cluster.ts'
import { DataDirectoryError, diskFullError, isDiskFull, useOwnDatabase } from './data-directory-error.ts'
import { ownProcess } from './own-processes.ts'
import type { Account } from './unprivileged-account.ts'

/**
 * A cluster under its final name is complete and on the disk: initdb works in a sibling directory, which is synced and
 * then renamed. A crash leaves only a sibling that the next start removes.
 */

const stagingPrefix = '.postgres-new-'

/** Runs initdb for the given superuser; the cluster directory must be missing or empty. */
export async function initialiseCluster(
  cluster: Cluster,
  binaries: Binaries,
  superuser: { user: string; password: string },
): Promise<void> {
  await removeHalfMade(cluster)
  const staging = await mkdtemp(join(cluster.dataDir, stagingPrefix))
  try {
    const fresh = join(staging, 'cluster')
    const passwordFile = join(staging, 'password')
    await mkdir(fresh, { mode: 0o700 })
    await writeDurably(passwordFile, `${superuser.password}\n`)
    await giveTo(binaries.account, [fresh, passwordFile])
    await runInitdb(binaries, { cluster, fresh, passwordFile, user: superuser.user })
    await syncDirectory(fresh)
    await rename(fresh, cluster.dir)
    await syncDirectory(cluster.dataDir)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

async function removeHalfMade({ dataDir }: Cluster): Promise<void> {
  const halfMade = (await readdir(dataDir)).filter((name) => name.startsWith(stagingPrefix))
  // Several attempts: an initdb whose hub was killed may still be writing there.
  for (const name of halfMade) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
}

async function giveTo(account: Account | undefined, paths: readonly string[]): Promise<void> {
  if (account === undefined) return
  for (const path of paths) await chown(path, account.uid, account.gid)
}

interface InitdbRun {
  readonly cluster: Cluster
  readonly fresh: string
  readonly passwordFile: string
  readonly user: string
}

async function runInitdb({ initdb, account }: Binaries, run: InitdbRun): Promise<void> {
  // Passed as an open file, because the account may not be able to reach its path.
  const password = await open(run.passwordFile, 'r')
  try {
    const { status, output } = await collect(initdb, {
      args: [...initdbArguments(run, account !== undefined), '--pwfile=/dev/fd/3'],
      cwd: run.fresh,
      account,
      passwordFd: password.fd,
    })
    if (status !== 0) throw initdbError(run.cluster, output)
  } finally {
    await password.close()
  }
}

function initdbArguments({ fresh, user }: InitdbRun, dropsPower: boolean): string[] {
  return [
    `--pgdata=${dataArgument(fresh, dropsPower)}`,
    `--username=${user}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The built-in provider compares by code point and does not change with the libraries of the system.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]
}

interface Invocation {
  readonly args: readonly string[]
  readonly cwd: string
  readonly account: Account | undefined
  readonly passwordFd: number
}

function collect(
  program: string,
  { args, cwd, account, passwordFd }: Invocation,
): Promise<{ status: number | null; output: string }> {
  const identity = account === undefined ? {} : { uid: account.uid, gid: account.gid }
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...identity,
      cwd,
      env: programEnvironment,
      stdio: ['ignore', 'pipe', 'pipe', passwordFd],
    })
    ownProcess(child)
    let output = ''
    const take = (chunk: Buffer) => {
      output += chunk.toString('utf8')
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}

function initdbError({ dataDir }: Cluster, output: string): DataDirectoryError {
  if (isDiskFull(output)) return diskFullError(dataDir)
  const reason = /(?:FATAL|PANIC|error):\s*(.+)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1)
  return new DataDirectoryError('postgres_failed', {
    message: `PostgreSQL could not create its files in ${dataDir}: ${reason}`,
    fix: `correct the problem, or ${useOwnDatabase}`,
  })
}
