import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { BytesProblem, DigestedUpload } from './scrub-queries.ts'

type Examined = Pick<DigestedUpload, 'id' | 'size' | 'sha256' | 'receipt'>

/**
 * Reads the bytes of an upload back and compares their SHA-256; undefined if they are intact. Rejects if the whole
 * storage cannot be reached, so that an outage is never reported as damage.
 */
export async function examineBytes(
  blobs: Blobs,
  upload: Examined,
  signal?: AbortSignal,
): Promise<BytesProblem | undefined> {
  try {
    return await readAndCompare(blobs, upload, signal)
  } catch {
    signal?.throwIfAborted()
  }
  await blobs.check()
  try {
    return await readAndCompare(blobs, upload, signal)
  } catch {
    signal?.throwIfAborted()
    // For example a disk that returns EIO only for these sectors.
    await blobs.check()
    return 'unreadable'
  }
}

async function readAndCompare(
  blobs: Blobs,
  { id, size, sha256, receipt }: Examined,
  signal: AbortSignal | undefined,
): Promise<BytesProblem | undefined> {
  const blob = { key: id, receipt }
  const found = await blobs.stat(blob)
  if (found?.state !== 'complete') return 'missing'
  if (found.bytes !== size) return 'damaged'
  const digest = createHash('sha256')
  await pipeline(await blobs.read(blob), digest, ...(signal ? [{ signal }] : []))
  return digest.digest().equals(sha256) ? undefined : 'damaged'
}
