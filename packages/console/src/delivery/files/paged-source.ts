import type { ByteSource } from '@spindle/contract/audio-headers'

/**
 * Lets code that reads a file synchronously by position read a `Blob`, which is asynchronous: what it misses is
 * fetched, and it starts again. Headers are in few places, so a few rounds are enough.
 */

const pageBytes = 64 * 1024
const maxPages = 256

class PageMissing extends Error {
  readonly page: number
  constructor(page: number) {
    super(`page ${page} is not read yet`)
    this.page = page
  }
}

export async function readInPages<Result>(blob: Blob, look: (source: ByteSource) => Result): Promise<Result> {
  const pages = new Map<number, Uint8Array>()
  const source: ByteSource = {
    size: blob.size,
    read(position, target) {
      let filled = 0
      while (filled < target.length && position + filled < blob.size) {
        const at = position + filled
        const page = Math.floor(at / pageBytes)
        const bytes = pages.get(page)
        if (!bytes) throw new PageMissing(page)
        const part = bytes.subarray(at - page * pageBytes, at - page * pageBytes + target.length - filled)
        // Shorter than the file size: it was truncated while it was read.
        if (part.length === 0) break
        target.set(part, filled)
        filled += part.length
      }
      return filled
    },
  }
  for (;;) {
    try {
      return look(source)
    } catch (error) {
      if (!(error instanceof PageMissing) || pages.size >= maxPages) throw error
      const from = error.page * pageBytes
      pages.set(error.page, new Uint8Array(await blob.slice(from, from + pageBytes).arrayBuffer()))
    }
  }
}
