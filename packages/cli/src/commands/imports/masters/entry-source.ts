import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Spindle, type Upload, UploadError, type UploadOptions, type UploadSource } from '@spindle/client'
import type { Entry, ZipFile } from 'yauzl'
import type { PackagePlace } from '../read-package.ts'

/**
 * Sends a file out of a ZIP without unpacking it to disk. Packed bytes can only be read forwards: each reader starts at the
 * first byte, and waits where a request ended for the next request. A reader that starts again passes what the hub has.
 */

export interface NamedEntry {
  readonly zip: ZipFile
  readonly entry: Entry
  readonly place: PackagePlace
  /** When it was opened: an archive that changes meanwhile has other bytes. */
  readonly archive: { readonly size: bigint; readonly mtimeNs: bigint }
  readonly shown: string
  readonly path: string
}

/** As `uploadFile`: longer ones are hashed while they are sent, and then named by the archive and not by their digest. */
const largestHashedBeforehand = 64 * 1024 ** 2

export async function uploadEntry(client: Spindle, named: NamedEntry, options: UploadOptions): Promise<Upload> {
  const { archive, path } = named
  const { source, readSha256 } = openEntry(named)
  try {
    const sha256 = source.size <= largestHashedBeforehand ? await readSha256(options.signal) : undefined
    return await client.uploads.create(source, {
      ...options,
      sha256,
      resume: sha256 ?? [path, archive.size, archive.mtimeNs].join('|'),
    })
  } finally {
    await source.close()
  }
}

export interface OpenEntry {
  readonly source: UploadSource & { readonly size: number; close(): Promise<void> }
  /** The SHA-256 of the whole, read now. */
  readSha256(signal: AbortSignal | undefined): Promise<string>
}

export function openEntry(named: NamedEntry): OpenEntry {
  const { zip, entry, shown } = named
  const size = entry.uncompressedSize
  const check = entryCheck(named)
  let waiting: ForwardReader | undefined
  let isClosed = false
  const leave = (reader: ForwardReader): void => {
    waiting?.close()
    waiting = isClosed ? undefined : reader
    if (isClosed) reader.close()
  }
  const take = (offset: number): ForwardReader => {
    const reader = waiting
    waiting = undefined
    if (reader && reader.at() <= offset) return reader
    reader?.close()
    return forwardReader(() => zip.openReadStreamPromise(entry), check.take)
  }
  const stream = async function* (offset: number, length: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const reader = take(offset)
    let isUsable = true
    try {
      await reader.skipTo(offset)
      for (const end = Math.min(offset + length, size); reader.at() < end; ) yield await reader.next(end - reader.at())
    } catch (error) {
      isUsable = false
      throw damaged(shown, error)
    } finally {
      if (isUsable) leave(reader)
      else reader.close()
    }
  }
  const readSha256 = async (signal: AbortSignal | undefined): Promise<string> => {
    if (!check.isDone()) for await (const _ of stream(0, size)) signal?.throwIfAborted()
    return check.sha256()
  }
  return {
    source: {
      size,
      async read(offset, length) {
        const bytes = new Uint8Array(Math.min(length, size - offset))
        let filled = 0
        for await (const chunk of stream(offset, bytes.byteLength)) {
          bytes.set(chunk, filled)
          filled += chunk.byteLength
        }
        return bytes
      },
      stream,
      sha256: () => readSha256(undefined),
      async close() {
        isClosed = true
        waiting?.close()
      },
    },
    readSha256,
  }
}

interface ForwardReader {
  /** The byte that `next` begins with. */
  at(): number
  skipTo(offset: number): Promise<void>
  /** At least one byte and at most `most`. Throws at the end. */
  next(most: number): Promise<Uint8Array<ArrayBuffer>>
  close(): void
}

/** `onBytes` is called with every byte in order, also with those that are skipped. */
function forwardReader(open: () => Promise<Readable>, onBytes: (at: number, bytes: Uint8Array) => void): ForwardReader {
  let stream: Readable | undefined
  let chunks: AsyncIterator<Buffer<ArrayBuffer>> | undefined
  let rest: Buffer<ArrayBuffer> | undefined
  let at = 0
  let isClosed = false
  const next = async (most: number): Promise<Uint8Array<ArrayBuffer>> => {
    if (!chunks) {
      stream = await open()
      if (isClosed) stream.destroy()
      chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer<ArrayBuffer>>
    }
    if (!rest) {
      const read: IteratorResult<Buffer<ArrayBuffer>, unknown> = await chunks.next()
      if (read.done) throw new Error(`it ends at byte ${at}`)
      onBytes(at, read.value)
      rest = read.value
    }
    const bytes = rest.subarray(0, most)
    rest = bytes.byteLength === rest.byteLength ? undefined : rest.subarray(most)
    at += bytes.byteLength
    return bytes
  }
  return {
    at: () => at,
    async skipTo(offset) {
      while (at < offset) await next(offset - at)
    },
    next,
    close() {
      isClosed = true
      stream?.destroy()
    },
  }
}

/** SHA-256 for the hub, and the checksum of the archive: each byte counts once, also if several readers pass it. */
function entryCheck({ entry, place, archive, shown }: NamedEntry) {
  const hash = createHash('sha256')
  let checksum = 0
  let counted = 0
  const isDone = (): boolean => counted === entry.uncompressedSize
  return {
    isDone,
    take(at: number, bytes: Uint8Array): void {
      const fresh = bytes.subarray(Math.max(0, counted - at))
      hash.update(fresh)
      checksum = crc32(fresh, checksum)
      counted += fresh.byteLength
    },
    async sha256(): Promise<string> {
      if (checksum !== entry.crc32) throw damaged(shown, new Error('its checksum differs'))
      const now = await stat(place.path, { bigint: true }).catch(() => undefined)
      if (now?.size !== archive.size || now.mtimeNs !== archive.mtimeNs)
        throw unreadable('source_changed', `${place.shown} changed while ${shown} was sent`)
      return hash.copy().digest('hex')
    },
  }
}

const damaged = (shown: string, error: unknown): UploadError =>
  error instanceof UploadError
    ? error
    : unreadable(
        'archive_damaged',
        `${shown} is damaged: ${error instanceof Error ? error.message : String(error)}`,
        error,
      )

const unreadable = (code: string, message: string, cause?: unknown): UploadError =>
  new UploadError(message, { code, offset: 0, isResumable: false, cause })
