import { createReadStream } from 'node:fs'
import { open as openFile, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type FoundTarFile, listTarFiles } from '@spindle/contract/tar'
import { orAbsent } from '../../../platform/blobs/storage-errors.ts'
import type { Extent } from './file-thread.ts'

/** The source of an archive's files: a folder, a tar file with the same content, or a bucket. */
export interface ArchiveFiles {
  /** Undefined when the file does not exist. */
  sizeOf(file: string): Promise<number | undefined>
  /**
   * The path of its bytes; undefined if the file is known not to exist. Absent if the bytes are not on this machine.
   */
  locate?(file: string): Extent | undefined
  /** `bytes`: the size, if it is known. */
  open(file: string, bytes?: number): Readable
  /** The content of a small file; undefined if there is no such file. */
  readText(file: string): Promise<string | undefined>
  /** What entries of a folder. */
  namesIn(folder: string): Promise<string[]>
}

const highWaterMark = 256 * 1024

export const filesOfFolder = (root: string): ArchiveFiles => ({
  sizeOf: async (file) => (await stat(join(root, file)).catch(() => undefined))?.size,
  locate: (file) => ({ path: join(root, file), start: 0 }),
  open: (file) => createReadStream(join(root, file), { highWaterMark }),
  readText: (file) => orAbsent(readFile(join(root, file), 'utf8')),
  namesIn: (folder) => readdir(join(root, folder)).catch(() => []),
})

/** Reads only the headers; nothing is unpacked. Throws TarError. */
export async function filesOfTar(path: string): Promise<ArchiveFiles> {
  const files = await indexOf(path)
  const open = (file: string): Readable => {
    const found = files.get(file)
    if (!found) throw new Error(`the archive has no ${file}`)
    const { position, bytes } = found
    if (bytes === 0) return Readable.from([], { objectMode: false })
    return createReadStream(path, { start: position, end: position + bytes - 1, highWaterMark })
  }
  return {
    sizeOf: async (file) => files.get(file)?.bytes,
    locate(file) {
      const found = files.get(file)
      return found && { path, start: found.position, length: found.bytes }
    },
    open,
    readText: async (file) => (files.has(file) ? text(open(file)) : undefined),
    async namesIn(folder) {
      const names = new Set<string>()
      for (const file of files.keys()) {
        const [first = '', ...rest] = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/') : []
        // An entry inside the folder shows that it is one.
        if (rest.length > 0) names.add(first)
      }
      return [...names]
    },
  }
}

async function indexOf(path: string): Promise<ReadonlyMap<string, FoundTarFile>> {
  const handle = await openFile(path)
  try {
    const files = new Map<string, FoundTarFile>()
    const readAt = async (position: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    }
    for await (const file of listTarFiles(readAt)) files.set(file.name, file)
    return files
  } finally {
    await handle.close()
  }
}
