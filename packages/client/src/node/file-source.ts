import { createHash } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { keptChunks, type UploadSource } from '../uploads/upload-source.ts'
import { fileChanged, fileEnded, fileUnreadable } from './file-errors.ts'

/** A file to upload. The digest is of the bytes read: every byte counts once, in order, also if it is sent again. */

export interface OpenFile {
  /** What `uploads.create` takes. */
  readonly source: UploadSource & { readonly size: number; close(): Promise<void> }
  /** Changes with the file: its address, size and time. */
  readonly name: string
  /** The SHA-256 of the whole, read now, so that `source` need not compute it. */
  readSha256(signal: AbortSignal | undefined): Promise<string>
}

const chunkBytes = 1024 ** 2
/** A chunk that takes longer than this to send makes the next one smaller: progress is reported chunk by chunk. */
const longestChunkMs = 200
const leastChunkBytes = 16 * 1024

/** A named pipe would be opened when something writes to it, which no signal ends. Windows has none. */
const withoutWaiting = constants.O_NONBLOCK ?? 0

/** Opens a file; throws `UploadError` that names it when it is not there or cannot be read. */
export async function openFile(path: string): Promise<OpenFile> {
  const file = await open(path, constants.O_RDONLY | withoutWaiting).catch((error: unknown) =>
    fileUnreadable(path, error),
  )
  const before = await file.stat({ bigint: true })
  if (!before.isFile()) {
    await file.close()
    return fileUnreadable(path, { code: before.isDirectory() ? 'EISDIR' : 'EINVAL' })
  }
  const size = Number(before.size)
  const read = (offset: number, length: number, into = Buffer.allocUnsafeSlow(length)) =>
    readWhole(file, path, offset, into.subarray(0, length))
  const digest = orderedDigest(read)
  const stream = async function* (offset: number, length: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    await digest.reach(offset)
    const buffers = isNode ? Array.from({ length: keptChunks + 1 }, () => Buffer.allocUnsafeSlow(chunkBytes)) : []
    let wanted = leastChunkBytes
    for (let at = offset, turn = 0; at < offset + length; turn++) {
      const buffer = buffers[turn % buffers.length]
      const bytes = await read(at, Math.min(wanted, offset + length - at), buffer)
      digest.take(at, bytes)
      at += bytes.byteLength
      const handedOverAtMs = performance.now()
      yield bytes
      wanted = nextChunkBytes(wanted, performance.now() - handedOverAtMs)
    }
  }
  const requireUnchanged = async (): Promise<void> => {
    if (!isSame(before, await file.stat({ bigint: true }))) fileChanged(path)
  }
  return {
    source: {
      size,
      async read(offset, length) {
        await digest.reach(offset)
        const bytes = await read(offset, length)
        digest.take(offset, bytes)
        return bytes
      },
      stream,
      async sha256() {
        await digest.reach(size)
        await requireUnchanged()
        return digest.hex()
      },
      close: () => file.close(),
    },
    name: [path, before.size, before.mtimeNs].join('|'),
    async readSha256(signal) {
      await digest.reach(size, signal)
      return digest.hex()
    },
  }
}

/**
 * Its `fetch` writes a chunk before it requests the next one; of Bun's and Deno's, which also say `node`, less is
 * known.
 */
const isNode = process.versions.bun === undefined && process.versions.deno === undefined

function nextChunkBytes(bytes: number, ms: number): number {
  if (ms > longestChunkMs) return Math.max(bytes / 2, leastChunkBytes)
  return ms < longestChunkMs / 4 ? Math.min(bytes * 2, chunkBytes) : bytes
}

const isSame = (one: BigIntStats, other: BigIntStats): boolean =>
  one.size === other.size && one.mtimeNs === other.mtimeNs

/** Fills the buffer; a file that has fewer bytes was truncated in the meantime. */
async function readWhole(
  file: FileHandle,
  path: string,
  offset: number,
  bytes: Buffer<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  for (let filled = 0; filled < bytes.length; ) {
    const { bytesRead } = await file
      .read(bytes, filled, bytes.length - filled, offset + filled)
      .catch((error: unknown) => fileUnreadable(path, error))
    if (bytesRead === 0) fileEnded(path, offset + filled)
    filled += bytesRead
  }
  return bytes
}

type Read = (offset: number, length: number, into?: Buffer<ArrayBuffer>) => Promise<Uint8Array>

function orderedDigest(read: Read) {
  const hash = createHash('sha256')
  let position = 0
  const take = (offset: number, bytes: Uint8Array): void => {
    const fresh = bytes.subarray(Math.max(0, position - offset))
    hash.update(fresh)
    position += fresh.byteLength
  }
  return {
    /** Bytes at or before the position; those after it were counted before. */
    take,
    /** Reads what was not counted yet: each chunk while the one before is counted, and into the memory of the one before that. */
    async reach(offset: number, signal?: AbortSignal): Promise<void> {
      if (position >= offset) return
      const buffers = [0, 1].map(() => Buffer.allocUnsafeSlow(Math.min(chunkBytes, offset - position)))
      const readAt = (at: number): Promise<Uint8Array> => {
        buffers.reverse()
        return read(at, Math.min(chunkBytes, offset - at), buffers[0])
      }
      let at = position
      let reading = readAt(at)
      while (at < offset) {
        const bytes = await reading
        signal?.throwIfAborted()
        const from = at
        at += bytes.byteLength
        if (at < offset) reading = readAt(at)
        take(from, bytes)
      }
    },
    hex: () => hash.copy().digest('hex'),
  }
}
