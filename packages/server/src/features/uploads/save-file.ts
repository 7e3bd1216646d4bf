import type { Readable } from 'node:stream'
import type { AccountId } from '../../platform/values/ids.ts'
import type { BeginUpload } from './create-upload.ts'
import type { WithinFinish } from './finish-upload.ts'
import type { FileMetadata } from './model/file-metadata.ts'
import type { UploadId } from './model/upload-queries.ts'
import type { ReceiveWholeFile } from './receive-whole-file.ts'

/** A file that the hub fetches becomes an upload like any other: counted, durable, analysed. */

export interface StoredFile {
  readonly content: Readable
  /** If the number of bytes differs, the file is discarded. */
  readonly size: number
  readonly metadata: FileMetadata
}

/** `within` runs in the transaction that makes the upload received. */
export type SaveFile = (
  accountId: AccountId,
  file: StoredFile,
  within: (...finish: [...Parameters<WithinFinish<void>>, id: UploadId]) => Promise<void>,
) => Promise<void>

export interface SavingSteps {
  readonly beginUpload: BeginUpload
  readonly receiveWholeFile: ReceiveWholeFile
}

export const fileSaver =
  ({ beginUpload, receiveWholeFile }: SavingSteps): SaveFile =>
  async (accountId, { content, size, metadata }, within) => {
    try {
      const id = await beginUpload(accountId, { size, metadata })
      // A stream that ends is complete: a lost connection causes an error, not an end.
      const request = Object.assign(content, { complete: true })
      const body = { request, declaredBytes: size, checksum: undefined }
      await receiveWholeFile({ accountId, id, body }, (trx, sha256) => within(trx, sha256, id))
    } catch (error) {
      throw content.errored ?? error
    } finally {
      content.destroy()
    }
  }
