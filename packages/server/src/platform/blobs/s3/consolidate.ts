import { createReadStream } from 'node:fs'
import type { BlobContent, BlobReceipt, ExpectedBytes, LocalFile } from '../blobs.ts'
import { copyExpected } from '../copy-expected.ts'
import { bytesOf, type Segment } from './receipt.ts'
import { openS3Writer, type S3WriterOptions } from './s3-writer.ts'

type Storing = Pick<S3WriterOptions, 'store' | 'spools' | 'folder' | 'partBytes'>

/**
 * Makes one object of the several that different writers left. The bytes are sent again instead of copied by the store:
 * not every store copies parts, nor parts of any size.
 */
export async function consolidate(
  options: Storing,
  segments: readonly Segment[],
  { path }: LocalFile,
): Promise<BlobReceipt | undefined> {
  if (segments.length <= 1) return undefined
  return putAgain(options, bytesOf(segments), async (write) => {
    for await (const chunk of createReadStream(path, { highWaterMark: readBytes })) await write(chunk as Buffer)
  })
}

/** One object of exactly these bytes. An upload with other bytes is never completed. */
export const putExpected = (options: Storing, content: BlobContent, expected: ExpectedBytes): Promise<BlobReceipt> =>
  putAgain(options, expected.bytes, (write) => copyExpected(content, expected, write))

async function putAgain(
  options: Storing,
  size: number,
  fill: (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<BlobReceipt> {
  // No fence is needed: the other writers have ended, and every name is new.
  const writer = await openS3Writer({ ...options, receipt: null, start: { offset: 0, fence: 0, size } })
  try {
    await fill((chunk) => writer.write([chunk]))
    return await writer.finalise()
  } finally {
    await writer.close()
  }
}

const readBytes = 256 * 1024
