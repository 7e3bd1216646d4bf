import { fstatSync, readSync } from 'node:fs'

/** The child process owns no path: the parent opens the file and hands it over as standard input, read here by position. */

export interface ByteSource {
  readonly size: number
  /** Fills `target` from `position` and answers how many bytes there were; fewer than asked for only at the end. */
  read(position: number, target: Uint8Array): number
}

export const openByteSource = (fd: number): ByteSource => ({
  size: fstatSync(fd).size,
  read: (position, target) => {
    let filled = 0
    while (filled < target.length) {
      const count = readSync(fd, target, filled, target.length - filled, position + filled)
      if (count === 0) break
      filled += count
    }
    return filled
  },
})

/** The same over bytes in memory. */
export const bytesInMemory = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: (position, target) => {
    const part = bytes.subarray(position, position + target.length)
    target.set(part)
    return part.length
  },
})

/** Up to `length` bytes from `position`; fewer at the end of the file. */
export function readBytes(source: ByteSource, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, Math.min(length, source.size - position)))
  return bytes.subarray(0, source.read(position, bytes))
}
