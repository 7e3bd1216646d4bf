import type { Blobs } from '../../platform/blobs/blobs.ts'
import { type Archive, WrongContentError } from './archive/archive.ts'
import { forEach, type StoredUpload } from './stored-uploads.ts'

/** Copies what uploads hold into an archive; what is there already stays. */

export interface CopiedBytes {
  readonly uploads: number
  readonly bytes: number
  /** Of the uploads, those whose bytes were not in the folder before. */
  readonly copied: number
  readonly copiedBytes: number
  /** Uploads whose bytes the storage does not have, or has others of. */
  readonly missing: readonly MissingBytes[]
}

export interface MissingBytes {
  readonly id: string
  readonly problem: string
}

interface Copying {
  readonly blobs: Blobs
  readonly archive: Pick<Archive, 'findProblem' | 'findDamage' | 'write'>
  /** Reads what is there already, in place of looking at its size alone. */
  readonly isFull?: boolean
  onProgress(text: string): void
}

export async function copyBytes(
  { blobs, archive, isFull = false, onProgress }: Copying,
  uploads: AsyncIterable<StoredUpload>,
): Promise<CopiedBytes> {
  const counts = { uploads: 0, bytes: 0, copied: 0, copiedBytes: 0 }
  const missing: MissingBytes[] = []
  await forEach(uploads, async (upload) => {
    counts.uploads += 1
    counts.bytes += upload.bytes
    if ((await (isFull ? archive.findDamage(upload) : archive.findProblem(upload))) !== undefined) {
      const problem = await copyUpload(blobs, archive, upload)
      if (problem === undefined) {
        counts.copied += 1
        counts.copiedBytes += upload.bytes
      } else missing.push({ id: upload.id, problem })
    }
    onProgress(`copying uploads: ${counts.uploads} looked at, ${counts.copied} copied (${counts.copiedBytes} bytes)`)
  })
  return { ...counts, missing }
}

const otherBytes = 'the storage has other bytes than were uploaded'

/** What the storage does not have is told, and no reason to be without a copy of the rest. */
async function copyUpload(
  blobs: Blobs,
  archive: Pick<Archive, 'write'>,
  upload: StoredUpload,
): Promise<string | undefined> {
  const blob = { key: upload.id, receipt: upload.receipt }
  const found = await blobs.stat(blob)
  if (found?.state !== 'complete') return 'the storage does not have its bytes'
  if (found.bytes !== upload.bytes) return otherBytes
  try {
    // The range tells the storage how much it will be: buffers are no larger than a small file.
    const all = upload.bytes === 0 ? undefined : { start: 0, end: upload.bytes - 1 }
    await archive.write(upload, await blobs.read(blob, all))
    return undefined
  } catch (error) {
    if (error instanceof WrongContentError) return otherBytes
    throw error
  }
}
