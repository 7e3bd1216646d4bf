import { randomUUID } from 'node:crypto'
import { constants, copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '@spindle/command-line'
import { withErrorPath } from '../../files/write-file-atomically.ts'
import type { StatePlace } from './folder-state-file.ts'

/**
 * One run at a time on a folder. Locks are numbered, and the highest one counts: a process that finds it free, or its
 * process gone, makes the next. The highest is never removed, and a lock is linked when it is complete, so that two can
 * neither take the same number nor miss each other, whenever either of them dies.
 */

interface LockHolder {
  readonly pid: number
  readonly host: string
  /** When the process started, in ticks since boot: a process id is given again, this with it is not. */
  readonly startedAt: string | undefined
  readonly since: string
}

/** Returns the function that releases the lock; throws `folder_busy`, which says what the other run is doing. */
export async function lockFolder(
  { path, isApart }: Pick<StatePlace, 'path' | 'isApart'>,
  doing = 'delivering this folder',
): Promise<() => Promise<void>> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw closed.has(error.code ?? '') && !isApart ? folderClosed(path) : withErrorPath(path, error)
  })
  const own: LockHolder = {
    pid: process.pid,
    host: hostname(),
    startedAt: await startOf(process.pid),
    since: new Date().toISOString(),
  }
  const draft = await writeDraft(path, own)
  try {
    const number = await takeLock(path, draft, doing)
    return () => releaseLock(path, number)
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeDraft(path: string, content: object): Promise<string> {
  const draft = join(path, `draft-${randomUUID()}`)
  await writeFile(draft, JSON.stringify(content), { mode: 0o600 }).catch((error: unknown) => {
    throw withErrorPath(path, error)
  })
  return draft
}

const lockPath = (path: string, number: number): string => join(path, `lock-${number}`)

async function takeLock(path: string, draft: string, doing: string): Promise<number> {
  for (;;) {
    const highest = (await numbersOf(path)).at(-1) ?? 0
    const holder = await findHolder(lockPath(path, highest))
    if (holder !== undefined && (await isAlive(holder))) throw folderBusy(holder, doing)
    const number = highest + 1
    if (!(await isLinked(draft, lockPath(path, number)))) continue
    const now = await numbersOf(path)
    for (const older of now.filter((other) => other < number)) await rm(lockPath(path, older), { force: true })
    if (now.at(-1) === number) return number
    // In the meantime other runs took this number and gave it back: the numbers are ahead.
    await rm(lockPath(path, number), { force: true })
  }
}

async function numbersOf(path: string): Promise<readonly number[]> {
  const numbers = (await readdir(path)).flatMap((name) => /^lock-(\d{1,15})$/.exec(name)?.[1] ?? [])
  return numbers.map(Number).sort((a, b) => a - b)
}

async function isLinked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (!linkless.has(code)) throw error
    return isCopied(draft, path)
  }
}

/** Errors of disks without links, such as the exFAT of memory sticks. */
const linkless: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

async function isCopied(draft: string, path: string): Promise<boolean> {
  try {
    await copyFile(draft, path, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** On a full disk it stays, and is free as soon as this process is gone. */
async function releaseLock(path: string, number: number): Promise<void> {
  const draft = await writeDraft(path, {}).catch(() => undefined)
  if (draft !== undefined) await rename(draft, lockPath(path, number)).catch(() => undefined)
}

/** Undefined for one that was given back, or never was one. */
async function findHolder(path: string): Promise<LockHolder | undefined> {
  try {
    const value = JSON.parse(await readFile(path, 'utf8')) as Partial<LockHolder> | null
    return typeof value?.pid === 'number' && typeof value.host === 'string' ? (value as LockHolder) : undefined
  } catch {
    return undefined
  }
}

async function isAlive({ pid, host, startedAt }: LockHolder): Promise<boolean> {
  // Whether a process of another machine lives, on a disk both use, cannot be known here.
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return startedAt === undefined || startedAt === (await startOf(pid))
}

/** Field 22 of `/proc/<pid>/stat` (proc(5)); undefined on systems without it. */
async function startOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name of the program, in parentheses, may hold anything.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19]
}

const folderBusy = ({ pid, host, since }: LockHolder, doing: string): CommandError =>
  new CommandError(`Another run is ${doing}: process ${pid} on ${host}, since ${since}`, {
    code: 'folder_busy',
    fix: 'Wait until it ends, or stop it. What it has transferred is kept.',
  })

/** Errors of folders without write permission, and of read-only disks. */
const closed: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

const folderClosed = (path: string): CommandError =>
  new CommandError(`The state of the delivery cannot be saved in ${path}`, {
    code: 'folder_not_writable',
    fix: 'Use --state-dir DIR with a directory only for this folder, in every run.',
  })
