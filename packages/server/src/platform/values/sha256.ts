import { createHash, hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** SHA-256 of a text (as UTF-8) or of bytes. Streams are hashed while they are received. */
export const sha256 = (content: string | Uint8Array): Buffer => hash('sha256', content, 'buffer')

/** SHA-256 of a whole stream. */
export async function sha256OfStream(stream: Readable): Promise<Buffer> {
  const digest = createHash('sha256')
  await pipeline(stream, digest)
  return digest.digest()
}
