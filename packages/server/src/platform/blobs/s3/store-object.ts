import type { BlobContent } from '../blobs.ts'
import { openS3Writer, type S3WriterOptions } from './s3-writer.ts'

export interface NewObject {
  readonly name: string
  readonly content: BlobContent
  /** How many bytes it will be; null while that is not known. */
  readonly bytes: number | null
  /** Called after the last byte, before the object is there. What it throws ends the work. */
  accept(): Promise<void>
}

/**
 * Stores a stream as one object. Its parts wait in temporary files and not in memory. The object is not there before
 * `accept` has returned, and nothing of it is left after a failure.
 */
export async function storeObject(
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
    // If this fails too, the parts are litter until `removeUnfinished` comes by.
    await abortUploads().catch(() => undefined)
    throw error
  }

  async function abortUploads(): Promise<void> {
    for await (const upload of store.listUploads(name))
      if (upload.name === name) await store.abortUpload(name, upload.id)
  }
}
