import { Readable } from 'node:stream'
import type { BlobRef, Blobs, ByteRange } from '../../platform/blobs/blobs.ts'
import { type ConcurrencyLimit, concurrencyLimit, forEach } from '../../platform/concurrency/concurrency-limit.ts'
import type { Archive } from './archive/archive.ts'
import { UnreadableContentError, WrongContentError } from './archive/archive-error.ts'
import { copiedAtOnce } from './archive/file-threads.ts'
import { streamedAtOnce } from './archive/readable-archive.ts'
import type { StoredUpload } from './stored-uploads.ts'

/** Copies the content of uploads into an archive; existing files stay, unless they are damaged. */

export interface CopiedBytes {
  readonly uploads: number
  readonly bytes: number
  /** The uploads whose bytes were missing or incomplete in the folder. */
  readonly copied: number
  readonly copiedBytes: number
  /** Uploads whose bytes are missing or wrong in the storage and are not in the folder either. */
  readonly missing: readonly MissingBytes[]
}

export interface MissingBytes {
  readonly id: string
  readonly problem: string
}

type Target = Pick<Archive, 'write' | 'copy'>

interface Copying {
  readonly blobs: Blobs
  readonly archive: Target & Pick<Archive, 'findProblem' | 'findDamage'>
  /** Whether an existing file is read, instead of comparing only its size. */
  isReread(upload: StoredUpload): boolean
  /** Called for each upload whose bytes the folder already has. */
  onKept?(upload: StoredUpload): Promise<void>
  onProgress(text: string): void
}

export async function copyBytes(
  { blobs, archive, isReread, onKept, onProgress }: Copying,
  uploads: AsyncIterable<StoredUpload>,
): Promise<CopiedBytes> {
  const counts = { uploads: 0, bytes: 0, copied: 0, copiedBytes: 0 }
  const missing: MissingBytes[] = []
  const streams = concurrencyLimit(streamedAtOnce)
  const look = async (upload: StoredUpload): Promise<void> => {
    counts.uploads += 1
    counts.bytes += upload.bytes
    const wanted = await (isReread(upload) ? archive.findDamage(upload) : archive.findProblem(upload))
    const problem = wanted === undefined ? undefined : await copyUpload({ blobs, archive, streams }, upload)
    if (wanted === undefined) await onKept?.(upload)
    else if (problem === undefined) {
      counts.copied += 1
      counts.copiedBytes += upload.bytes
    } else missing.push({ id: upload.id, problem })
    onProgress(`copying uploads: ${counts.uploads} checked, ${counts.copied} copied (${counts.copiedBytes} bytes)`)
  }
  await forEach(uploads, look, copiedAtOnce)
  return { ...counts, missing: missing.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
}

const otherBytes = 'the data in the storage differs from the upload'

const noBytes = 'its data is missing in the storage'

interface Way {
  readonly blobs: Blobs
  readonly archive: Target
  readonly streams: ConcurrencyLimit
}

/** Describes what is missing in the storage. The rest is copied all the same. */
async function copyUpload({ blobs, archive, streams }: Way, upload: StoredUpload): Promise<string | undefined> {
  try {
    if (!archive.copy || !blobs.pathOf) return await streams.run(() => streamUpload(blobs, archive, upload))
    return (await archive.copy(upload, blobs.pathOf(upload.id))) ? undefined : noBytes
  } catch (error) {
    if (error instanceof WrongContentError) return otherBytes
    if (error instanceof UnreadableContentError) return `the storage cannot read its data (${error.message})`
    throw error
  }
}

async function streamUpload(blobs: Blobs, archive: Target, upload: StoredUpload): Promise<string | undefined> {
  const blob = { key: upload.id, receipt: upload.receipt }
  const found = await blobs.stat(blob)
  if (found?.state !== 'complete') return noBytes
  if (found.bytes !== upload.bytes) return otherBytes
  // The range announces the size to the storage: buffers are then no larger than a small file.
  const all = upload.bytes === 0 ? undefined : { start: 0, end: upload.bytes - 1 }
  await archive.write(upload, readFrom(blobs, blob, all))
  return undefined
}

/**
 * Distinguishes a file that cannot be read, such as one on a bad sector, from a storage that is away and from a target
 * that cannot be written.
 */
const readFrom = (blobs: Blobs, blob: BlobRef, range: ByteRange | undefined): Readable =>
  Readable.from(
    (async function* () {
      try {
        yield* await blobs.read(blob, range)
      } catch (error) {
        await blobs.check()
        throw new UnreadableContentError(reasonOf(error))
      }
    })(),
    { objectMode: false, highWaterMark: 256 * 1024 },
  )

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message : message
}
