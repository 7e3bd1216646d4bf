import { constants, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { byName, type ListedFile, type OpenTransport, segmentsOf } from './transport.ts'

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

/** Whoever fills the folder may put there what is no file: links elsewhere, and pipes that never end. */
async function readFileOnly(path: string, maxBytes: number): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (!(await file.stat()).isFile()) throw new Error('it is no file')
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
    async mkdirs(path) {
      const first = await mkdir(place(path), { recursive: true })
      if (first !== undefined) await syncFolder(dirname(first))
    },
    // `flush` syncs the file before it is closed.
    putStream: (path, content, signal) =>
      pipeline(content, createWriteStream(place(path), { flush: true }), { signal }),
    async rename(from, to) {
      await rename(place(from), place(to))
      await syncFolder(dirname(place(to)))
    },
    read: (path, maxBytes) => readFileOnly(place(path), maxBytes),
    remove: (path) => rm(place(path), { recursive: true, force: true }),
    close: async () => {},
  }
}
