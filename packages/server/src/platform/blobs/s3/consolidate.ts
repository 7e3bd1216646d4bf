import { createReadStream } from 'node:fs'
import type { BlobReceipt, LocalFile } from '../blobs.ts'
import { bytesOf, type Segment } from './receipt.ts'
import { openS3Writer, type S3WriterOptions } from './s3-writer.ts'

/**
 * One object in place of the several that different writers left. The bytes are sent again and not copied by the store: not
 * every store copies parts, nor parts of any size.
 */
export async function consolidate(
  options: Pick<S3WriterOptions, 'store' | 'spools' | 'folder' | 'partBytes'>,
  segments: readonly Segment[],
  { path }: LocalFile,
): Promise<BlobReceipt | undefined> {
  if (segments.length <= 1) return undefined
  // Nobody is fenced: the others have ended, and every name is a new one.
  const start = { offset: 0, fence: 0, size: bytesOf(segments) }
  const writer = await openS3Writer({ ...options, receipt: null, start })
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: readBytes }))
      await writer.write([chunk as Buffer])
    return await writer.finalise()
  } finally {
    await writer.close()
  }
}

const readBytes = 256 * 1024
