import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ByteRange, LocalFile } from '../blobs.ts'
import { guarded } from '../storage-errors.ts'
import type { ObjectStore } from './object-store.ts'
import { bytesOf, type Segment } from './receipt.ts'
import type { TempFile, TempFiles } from './temp-files.ts'

/** Reads blobs that consist of several objects, and resumes when the connection is lost. */

const answersInVain = 3

/** The first byte is requested before this resolves, so that a missing object is known by then. */
export async function readSegments(
  store: ObjectStore,
  folder: string,
  segments: readonly Segment[],
  range: ByteRange = { start: 0, end: bytesOf(segments) - 1 },
): Promise<Readable> {
  const pieces = segments.flatMap(({ name, start, bytes }) => {
    const from = Math.max(range.start - start, 0)
    const to = Math.min(range.end - start, bytes - 1)
    return from <= to ? [{ name: `${folder}${name}`, start: from, end: to }] : []
  })
  const [first, ...others] = pieces
  if (!first) return Readable.from([], { objectMode: false })
  const opened = await guarded(() => requireObject(store, first.name, first))
  const stream = Readable.from(chain(store, { ...first, opened }, others), {
    objectMode: false,
    highWaterMark: 256 * 1024,
  })
  // If the reader ends before the first byte, the answer would stay open on its connection.
  return stream.once('close', () => opened.destroy())
}

interface Piece extends ByteRange {
  readonly name: string
}

async function* chain(
  store: ObjectStore,
  first: Piece & { readonly opened: Readable },
  others: readonly Piece[],
): AsyncGenerator<Buffer> {
  yield* readOn(store, first, first.opened)
  for (const piece of others) yield* readOn(store, piece, await requireObject(store, piece.name, piece))
}

async function* readOn(store: ObjectStore, { name, start, end }: Piece, opened: Readable): AsyncGenerator<Buffer> {
  let at = start
  let body = opened
  let vain = 0
  while (at <= end) {
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        at += chunk.length
        vain = 0
        yield chunk
      }
    } catch (error) {
      if (vain >= answersInVain) throw error
    } finally {
      body.destroy()
    }
    if (at > end) return
    vain += 1
    if (vain > answersInVain) throw new Error(`the object store ended its answer at byte ${at} of ${end}`)
    body = await requireObject(store, name, { start: at, end })
  }
}

/** Both ends of the range are included. Throws where the store has no object of this name. */
export async function requireObject(store: ObjectStore, name: string, range: ByteRange): Promise<Readable> {
  const body = await store.get(name, range)
  if (!body) throw new Error(`the object ${name} is not there`)
  return body
}

interface Download {
  readonly store: ObjectStore
  readonly folder: string
  readonly segments: readonly Segment[]
}

/**
 * The bytes of all segments as one local file, while `work` runs. Waits for space, and throws what `TempFiles.open`
 * throws.
 */
export async function withDownload<T>(
  files: TempFiles,
  download: Download,
  work: (file: LocalFile) => Promise<T>,
): Promise<T> {
  const file = await files.open(bytesOf(download.segments))
  try {
    return await work(await fill(file, download))
  } finally {
    await file.close()
  }
}

/** Several files that are needed at the same time. They wait for space for at most `patienceMs`. */
export async function withDownloads<T>(
  files: TempFiles,
  { downloads, patienceMs }: { readonly downloads: readonly Download[]; readonly patienceMs: number },
  work: (files: readonly LocalFile[]) => Promise<T>,
): Promise<T> {
  const opened = await files.openAll(
    downloads.map(({ segments }) => bytesOf(segments)),
    patienceMs,
  )
  try {
    const filled: LocalFile[] = []
    for (const [index, file] of opened.entries()) {
      const download = downloads[index]
      if (download) filled.push(await fill(file, download))
    }
    return await work(filled)
  } finally {
    await Promise.all(opened.map((file) => file.close()))
  }
}

/** The digest of the bytes that were read back, whatever checksum the store reports. */
async function fill({ path }: TempFile, { store, folder, segments }: Download): Promise<LocalFile> {
  const sha256 = createHash('sha256')
  await guarded(async () => {
    const hashed = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        sha256.update(chunk)
        yield chunk
      }
    }
    await pipeline(await readSegments(store, folder, segments), hashed, createWriteStream(path, { flags: 'r+' }))
  })
  return { path, sha256: sha256.digest() }
}
