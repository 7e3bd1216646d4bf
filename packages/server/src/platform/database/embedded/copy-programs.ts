import { chmod, copyFile, lstat, mkdir, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { syncDirectory } from '../../files/durable-files.ts'
import { DataDirectoryError, findErrno, useOwnDatabase } from './data-directory-error.ts'
import { makeSymlinks } from './library-links.ts'

/** The source of the programs, and the parent directory of a copy if one is needed. */
export interface BinarySource {
  /** Root of the npm package. */
  readonly packageDir: string
  readonly copyParent: string
}

/**
 * A copy of the programs for accounts that cannot enter the checkout, and for packages that are read-only. Made next to
 * its final name, synced, then renamed: a copy with the final name is complete, even after a power cut. If two
 * processes make it at the same time, one rename succeeds and the other process uses its result.
 */

const stagingPrefix = '.copy-'
const abandonedAfterMs = 3_600_000

/** Returns the `native` directory of the copy, which is kept for later starts of this version. */
export async function copyPrograms({ packageDir, copyParent }: BinarySource): Promise<string> {
  const name = `postgres-${basename(packageDir)}-${await readVersion(packageDir)}`
  const target = join(copyParent, name)
  try {
    await mkdir(copyParent, { recursive: true, mode: 0o755 })
    await requireTrusted(copyParent)
    await removeAbandoned(copyParent)
    if (!(await exists(target))) await copyAtomically(packageDir, { copyParent, target })
  } catch (cause) {
    if (cause instanceof DataDirectoryError) throw cause
    throw new DataDirectoryError('postgres_missing', {
      message: `PostgreSQL cannot run from ${packageDir} and cannot be copied to ${copyParent} (${findErrno(cause) ?? String(cause)})`,
      fix: `move the checkout to a folder that every user can access, make ${copyParent} writable, or ${useOwnDatabase}`,
      cause,
    })
  }
  return join(target, 'native')
}

async function copyAtomically(
  packageDir: string,
  { copyParent, target }: { copyParent: string; target: string },
): Promise<void> {
  const staging = await mkdtemp(join(copyParent, stagingPrefix))
  try {
    await chmod(staging, 0o755)
    await copyTree(join(packageDir, 'native'), join(staging, 'native'))
    await makeSymlinks(staging)
    await syncDirectory(join(staging, 'native', 'lib'))
    await rename(staging, target)
    await syncDirectory(copyParent)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    if (!['ENOTEMPTY', 'EEXIST'].includes(findErrno(error) ?? '')) throw error
  }
}

/** Removes what a killed process left; by age, because another process may be copying now. */
async function removeAbandoned(copyParent: string): Promise<void> {
  const names = (await readdir(copyParent)).filter((name) => name.startsWith(stagingPrefix))
  for (const path of names.map((name) => join(copyParent, name))) {
    const stats = await lstat(path).catch(() => undefined)
    if (stats !== undefined && Date.now() - stats.mtimeMs > abandonedAfterMs) {
      await rm(path, { recursive: true, force: true })
    }
  }
}

/** Modes are set again: a checkout made under umask 077 would be closed to the other account. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o755 })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyTree(source, target)
    if (entry.isFile() && !entry.name.endsWith('.a')) await copyProgramFile(source, target)
  }
}

async function copyProgramFile(source: string, target: string): Promise<void> {
  await copyFile(source, target)
  const handle = await open(target, 'r+')
  try {
    await handle.chmod((await lstat(source)).mode & 0o100 ? 0o755 : 0o644)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** With a directory that others can write, they could choose the program that serves all data. */
async function requireTrusted(directory: string): Promise<void> {
  const stats = await lstat(directory)
  if (stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0) return
  throw new DataDirectoryError('postgres_missing', {
    message: `The directory ${directory} for a copy of PostgreSQL belongs to another user, or other users can write to it`,
    fix: `remove it or correct its owner and mode (0755), or ${useOwnDatabase}`,
  })
}

async function readVersion(packageDir: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'))
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : ''
  return String(version)
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}
