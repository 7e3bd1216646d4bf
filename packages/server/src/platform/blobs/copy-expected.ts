import { createHash } from 'node:crypto'
import { type BlobContent, type ExpectedBytes, WrongBytesError } from './blobs.ts'

/** Writes all bytes; rejects with `WrongBytesError` unless they are exactly the expected ones. */
export async function copyExpected(
  content: BlobContent,
  expected: ExpectedBytes,
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of content) {
    hash.update(chunk)
    bytes += chunk.byteLength
    if (bytes > expected.bytes) throw new WrongBytesError()
    await write(chunk)
  }
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256) throw new WrongBytesError()
}
