import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { tarHeader, tarPaddingBytes } from '@spindle/contract/tar'
import { measuring, type StoredFile, withTemporaryFile } from '../../backups/index.ts'

/** Files of unknown length into an archive: each is written aside first, because its length comes before its bytes. */
export interface TarWriter {
  write(name: string, content: Readable): Promise<StoredFile>
  /** What was written so far, in the form of `sha256sum`. */
  readonly sums: readonly string[]
  readonly bytes: number
}

export type Append = (chunk: Uint8Array) => Promise<void>

export const sumLine = (sha256: string, name: string): string => `${sha256}  ${name}\n`

export function tarWriter(append: Append, modifiedAt: Date): TarWriter {
  const sums: string[] = []
  let bytes = 0
  const add: Append = async (chunk) => {
    await append(chunk)
    bytes += chunk.length
  }
  return {
    sums,
    get bytes() {
      return bytes
    },
    write: (name, content) =>
      withTemporaryFile(async (path) => {
        const measure = measuring()
        await pipeline(content, measure.through, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        const measured = measure.end()
        await add(tarHeader({ name, bytes: measured.bytes, modifiedAt }))
        for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) await add(chunk as Buffer)
        await add(new Uint8Array(tarPaddingBytes(measured.bytes)))
        sums.push(sumLine(measured.sha256, name))
        return { file: name, ...measured }
      }),
  }
}

export const textStream = (...texts: readonly string[]): Readable => Readable.from(texts, { objectMode: false })
