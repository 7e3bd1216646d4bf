import type { BlobReceipt } from '../../../platform/blobs/blobs.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import type { UploadId } from '../model/upload-store.ts'

export interface StoredSample {
  readonly id: UploadId
  readonly size: number
  readonly receipt: BlobReceipt
  readonly sha256: Buffer
}

/** Some of those whose bytes must be there, of all accounts. */
export const sampleStored = (system: Sql, count: number): Promise<StoredSample[]> =>
  system.rows(
    `select id, size, receipt, sha256 from uploads where status in ('received', 'ready') and sha256 is not null
     order by random() limit $1`,
    [count],
  )
