import { hash } from 'node:crypto'
import { WrongContentError } from './archive-error.ts'
import type { Measured } from './measuring.ts'

/** Up to this size a whole file is kept in memory: a stream would cost more than its bytes. */
export const smallBytes = 1024 * 1024

export interface SmallContent extends Measured {
  readonly content: Buffer
}

/** Content that exceeds the announced size is wrong, so the rest is not read. */
export async function readSmall(source: AsyncIterable<Uint8Array>): Promise<SmallContent> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > smallBytes) throw new WrongContentError()
  }
  const [only] = chunks
  const content = only && chunks.length === 1 ? only : Buffer.concat(chunks, bytes)
  return { content, bytes, sha256: hash('sha256', content) }
}
