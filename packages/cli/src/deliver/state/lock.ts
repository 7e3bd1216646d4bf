import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '../../errors.ts'
import { stateFolderOf } from './state-store.ts'
import { naming } from './write-durably.ts'

/**
 * One run at a time on a folder. The lock is a link to a file that is complete already, so nobody ever reads half of
 * one; a lock whose process is gone, or is another one by now, is taken over.
 */

interface Holder {
  readonly pid: number
  readonly host: string
  /** When the process started, in ticks since boot: a process id is given again, this with it is not. */
  readonly startedAt: string | undefined
  readonly since: string
  readonly token: string
}

/** Answers the function that gives the lock back. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(stateFolderOf(folder), 'lock')
  await mkdir(stateFolderOf(folder), { recursive: true, mode: 0o700 })
  const own: Holder = {
    pid: process.pid,
    host: hostname(),
    startedAt: await startOf(process.pid),
    since: new Date().toISOString(),
    token: randomUUID(),
  }
  const file = `${path}.${own.token}`
  try {
    await writeFile(file, JSON.stringify(own), { mode: 0o600 }).catch((error: unknown) => {
      throw naming(path, error)
    })
    await take(path, file)
  } finally {
    await rm(file, { force: true })
  }
  return () => giveBack(path, own.token)
}

async function take(path: string, file: string): Promise<void> {
  for (;;) {
    if (await isLinked(file, path)) return
    const holder = await readHolder(path)
    if (holder !== undefined && (await isAlive(holder))) throw heldBy(holder)
    await setAside(path, holder)
  }
}

async function isLinked(file: string, path: string): Promise<boolean> {
  try {
    await link(file, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Two runs can find the same dead lock; whoever moves a living one by that puts it back. */
async function setAside(path: string, dead: Holder | undefined): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = await readHolder(aside)
  if (moved !== undefined && moved.token !== dead?.token) await isLinked(aside, path)
  await rm(aside, { force: true })
}

async function giveBack(path: string, token: string): Promise<void> {
  if ((await readHolder(path))?.token === token) await rm(path, { force: true })
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const value = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder> | null
    return typeof value?.pid === 'number' && typeof value.token === 'string' ? (value as Holder) : undefined
  } catch {
    return undefined
  }
}

async function isAlive({ pid, host, startedAt }: Holder): Promise<boolean> {
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

const heldBy = ({ pid, host, since }: Holder): CommandError =>
  new CommandError(`Another run delivers this folder: process ${pid} on ${host}, since ${since}`, {
    code: 'folder_busy',
    fix: 'Wait until it ends, or stop it. What it has sent is kept.',
  })
