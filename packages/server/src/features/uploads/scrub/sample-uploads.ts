import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import { examineBytes } from './examine-bytes.ts'
import { sampleDigested } from './scrub-queries.ts'

export interface StorageSample {
  readonly read: number
  readonly bytes: number
  /** Uploads whose bytes are missing, damaged or unreadable. */
  readonly damaged: readonly string[]
}

/**
 * Reads randomly chosen stored uploads and compares their digests, up to `maxBytes`. Rejects if the storage cannot be
 * reached.
 */
export async function sampleUploads(
  { system, blobs }: { readonly system: Sql; readonly blobs: Blobs },
  { count, maxBytes }: { readonly count: number; readonly maxBytes: number },
): Promise<StorageSample> {
  const damaged: string[] = []
  let read = 0
  let bytes = 0
  for (const upload of await sampleDigested(system, count)) {
    // At least one, of any size.
    if (read > 0 && bytes + upload.size > maxBytes) continue
    if ((await examineBytes(blobs, upload)) !== undefined) damaged.push(upload.id)
    read += 1
    bytes += upload.size
  }
  return { read, bytes, damaged }
}
