import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type FoundTarFile, listTarFiles } from '@spindle/contract/tar'
import type { Extent } from './file-thread.ts'

/** Where the files of an archive are read from: a folder, or one tar file that holds the same. */
export interface ArchiveFiles {
  /** Undefined when the file does not exist. */
  sizeOf(file: string): Promise<number | undefined>
  /** Where its bytes are; undefined when the file is known not to exist. */
  locate(file: string): Extent | undefined
  open(file: string): Readable
  /** The entries of a folder. */
  namesIn(folder: string): Promise<string[]>
}

const highWaterMark = 256 * 1024

export const filesOfFolder = (root: string): ArchiveFiles => ({
  sizeOf: async (file) => (await stat(join(root, file)).catch(() => undefined))?.size,
  locate: (file) => ({ path: join(root, file), start: 0 }),
  open: (file) => createReadStream(join(root, file), { highWaterMark }),
  namesIn: (folder) => readdir(join(root, folder)).catch(() => []),
})

/** Reads the headers alone; nothing is unpacked. Throws TarError. */
export async function filesOfTar(path: string): Promise<ArchiveFiles> {
  const files = await indexOf(path)
  return {
    sizeOf: async (file) => files.get(file)?.bytes,
    locate(file) {
      const found = files.get(file)
      return found && { path, start: found.position, length: found.bytes }
    },
    open(file) {
      const found = files.get(file)
      if (!found) throw new Error(`the archive has no ${file}`)
      const { position, bytes } = found
      if (bytes === 0) return Readable.from([], { objectMode: false })
      return createReadStream(path, { start: position, end: position + bytes - 1, highWaterMark })
    },
    async namesIn(folder) {
      const names = new Set<string>()
      for (const file of files.keys()) {
        const [first = '', ...rest] = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/') : []
        // What is in a folder of the folder makes it one.
        if (rest.length > 0) names.add(first)
      }
      return [...names]
    },
  }
}

async function indexOf(path: string): Promise<ReadonlyMap<string, FoundTarFile>> {
  const handle = await open(path)
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
