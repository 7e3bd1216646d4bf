import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import { sha256OfStream } from '../../../platform/values/sha256.ts'
import { listUndigested, saveDigest } from '../model/upload-queries.ts'

export interface Digesting {
  readonly database: Database
  readonly blobs: Blobs
}

/**
 * Copies identify bytes by their digest. So digests that wait for their job are computed before a copy starts. Bytes
 * that do not match the announcement stay without one, and that job rejects them.
 */
export async function digestUploads({ database, blobs }: Digesting, accountId?: AccountId): Promise<void> {
  for (const { accountId: owner, id, receipt } of await listUndigested(database.system, accountId)) {
    // An upload that is deleted meanwhile, or cannot be read, starts again in the copy.
    const sha256 = await blobs.read({ key: id, receipt }).then(sha256OfStream, () => undefined)
    if (sha256) await saveDigest(database.tenant(owner), id, sha256)
  }
}
