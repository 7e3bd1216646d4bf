import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import { sha256OfStream } from '../../../platform/sha256.ts'
import { sampleStored } from './sample-store.ts'

export interface StorageSample {
  readonly read: number
  readonly bytes: number
  /** Uploads whose bytes are gone, or are not what was stored. */
  readonly damaged: readonly string[]
}

/** Reads some stored uploads, chosen at random, and compares their digests; stops when `maxBytes` were read. */
export async function sampleStorage(
  { system, blobs }: { readonly system: Sql; readonly blobs: Blobs },
  { count, maxBytes }: { readonly count: number; readonly maxBytes: number },
): Promise<StorageSample> {
  const damaged: string[] = []
  let read = 0
  let bytes = 0
  for (const { id, size, receipt, sha256 } of await sampleStored(system, count)) {
    // At least one, however large it is.
    if (read > 0 && bytes + size > maxBytes) continue
    const found = await blobs.read({ key: id, receipt }).then(sha256OfStream, () => undefined)
    if (!found?.equals(sha256)) damaged.push(id)
    read += 1
    bytes += size
  }
  return { read, bytes, damaged }
}
