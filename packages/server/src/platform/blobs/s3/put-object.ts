import type { BlobContent } from '../blobs.ts'
import { openS3Writer, type S3WriterOptions } from './s3-writer.ts'

export interface NewObject {
  readonly name: string
  readonly content: BlobContent
  /** The total size; null if unknown. */
  readonly bytes: number | null
  /** Called after the last byte, before the object exists. An error from it ends the work. */
  accept(): Promise<void>
}

/**
 * Stores a stream as one object. Its parts wait in temporary files and not in memory. The object does not exist before
 * `accept` has returned, and nothing of it is left after a failure.
 */
export async function putObject(
  { store, spools, partBytes }: Pick<S3WriterOptions, 'store' | 'spools' | 'partBytes'>,
  { name, content, bytes, accept }: NewObject,
): Promise<void> {
  const start = { offset: 0, fence: 0, size: bytes }
  const writer = await openS3Writer({ store, spools, partBytes, folder: '', name, receipt: null, start })
  try {
    for await (const chunk of content) await writer.write([chunk])
    await accept()
    await writer.finalise()
  } catch (error) {
    await writer.close()
    // If this fails too, `removeUnfinished` deletes the orphaned parts later.
    await abortUploads().catch(() => undefined)
    throw error
  }

  async function abortUploads(): Promise<void> {
    for await (const upload of store.listUploads(name))
      if (upload.name === name) await store.abortUpload(name, upload.id)
  }
}
