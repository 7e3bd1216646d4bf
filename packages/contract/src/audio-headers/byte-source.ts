/** Bytes with random access, of a file or in memory. The code that opens the file creates it. */
export interface ByteSource {
  readonly size: number
  /** Fills `target` from `position` and returns how many bytes there were; fewer than requested only at the end. */
  read(position: number, target: Uint8Array): number
}

/** Over bytes in memory. */
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
