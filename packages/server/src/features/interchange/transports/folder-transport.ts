import { constants, type Dirent } from 'node:fs'
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  opendir,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { byName, type ListedFile, type OpenTransport, segmentsOf, type WalkedEntry } from './transport.ts'

/** A folder of this machine, or one that is mounted. */

/** Undefined in place of ENOENT. */
async function orMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** What was done in a folder outlives a crash. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The party that fills the folder may put other things than files there: links elsewhere, and pipes that never end. */
async function openFileOnly(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if ((await file.stat()).isFile()) return file
  } catch (error) {
    await file.close()
    throw error
  }
  await file.close()
  throw new Error('it is not a file')
}

/**
 * A folder on the way may be a link, or become one while it is passed. So what was opened is compared with what is
 * inside now: a file that is both cannot be one from elsewhere.
 */
async function keepInside(root: string, path: string, file: FileHandle): Promise<FileHandle> {
  try {
    const real = await requireInside(root, path)
    const [opened, found] = [await file.stat(), await lstat(real)]
    if (opened.ino === found.ino && opened.dev === found.dev) return file
    throw outside()
  } catch (error) {
    await file.close()
    throw error
  }
}

const outside = (): Error => new Error('it is outside the folder')

/** Answers the path without links. */
async function requireInside(root: string, path: string): Promise<string> {
  const [top, real] = [await realpath(root), await realpath(path)]
  if (real === top || real.startsWith(top.endsWith(sep) ? top : `${top}${sep}`)) return real
  throw outside()
}

const openInside = async (root: string, path: string): Promise<FileHandle> =>
  keepInside(root, path, await openFileOnly(path))

/** A new file: written through a link of that name, the bytes would be elsewhere. */
async function createInside(root: string, path: string): Promise<FileHandle> {
  await requireInside(root, dirname(path))
  await orMissing(() => unlink(path))
  return keepInside(root, path, await open(path, 'wx'))
}

async function readInside(root: string, path: string, maxBytes: number): Promise<Buffer> {
  const file = await openInside(root, path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0)
    if (bytesRead > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

export function folderTransport(root: string): OpenTransport {
  const place = (path: string): string => join(root, ...segmentsOf(path))
  const listed = (path: string, name: string): Promise<ListedFile | undefined> =>
    orMissing(async () => {
      const { size, mtimeMs } = await stat(join(place(path), name))
      return { name, size, modifiedMs: mtimeMs }
    })
  return {
    filesAtOnce: 1,
    stat: (path) => orMissing(async () => (await stat(place(path))).size),
    async list(path) {
      const entries = (await orMissing(() => readdir(place(path), { withFileTypes: true }))) ?? []
      const files: ListedFile[] = []
      for (const entry of entries) {
        const file = entry.isFile() ? await listed(path, entry.name) : undefined
        if (file) files.push(file)
      }
      return files.sort(byName)
    },
    walk: (path, isSkipped) => walkFolder(place(path), '', isSkipped),
    open: async (path, signal) => readWhole(await openInside(root, place(path)), signal),
    async mkdirs(path) {
      const first = await mkdir(place(path), { recursive: true })
      if (first !== undefined) await syncFolder(dirname(first))
    },
    async putStream(path, content, signal) {
      const file = await createInside(root, place(path)).catch((error: unknown) => {
        content.destroy()
        throw error
      })
      // `flush` syncs the file before it is closed.
      await pipeline(content, file.createWriteStream({ flush: true }), { signal })
    },
    async rename(from, to) {
      await requireInside(root, dirname(place(to)))
      await rename(place(from), place(to))
      await syncFolder(dirname(place(to)))
    },
    read: (path, maxBytes) => readInside(root, place(path), maxBytes),
    remove: (path) => rm(place(path), { recursive: true, force: true }),
    close: async () => {},
  }
}

const readWhole = (file: FileHandle, signal: AbortSignal): Readable => addAbortSignal(signal, file.createReadStream())

const kindOf = (entry: Pick<Dirent, 'isFile' | 'isDirectory'>): WalkedEntry['kind'] =>
  entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other'

/** A few names at a time: a folder may hold any number. What goes away meanwhile is left out. */
async function* walkFolder(
  root: string,
  below: string,
  isSkipped: (folder: string) => boolean = () => false,
): AsyncGenerator<WalkedEntry> {
  const folder = await orMissing(() => opendir(join(root, below)))
  if (!folder) return
  for await (const { name } of folder) {
    const path = below === '' ? name : `${below}/${name}`
    const found = await orMissing(() => lstat(join(root, path)))
    if (!found) continue
    const kind = kindOf(found)
    yield { path, kind, size: found.size, modifiedMs: found.mtimeMs }
    if (kind === 'folder' && !isSkipped(path)) yield* walkFolder(root, path, isSkipped)
  }
}
