import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import { sha256OfStream } from '../../../platform/values/sha256.ts'
import { listUndigested, storeDigest } from '../model/upload-queries.ts'

export interface Digesting {
  readonly database: Database
  readonly blobs: Blobs
}

/**
 * Copies know bytes by their digest. So what waits for the job that would find it gets it before a copy begins. Bytes that
 * are not what was announced stay without one, and that job rejects them.
 */
export async function digestUploads({ database, blobs }: Digesting, accountId?: AccountId): Promise<void> {
  for (const { accountId: owner, id, receipt } of await listUndigested(database.system, accountId)) {
    // What is gone in the meantime, or cannot be read, begins anew in the copy.
    const sha256 = await blobs.read({ key: id, receipt }).then(sha256OfStream, () => undefined)
    if (sha256) await storeDigest(database.tenant(owner), id, sha256)
  }
}
