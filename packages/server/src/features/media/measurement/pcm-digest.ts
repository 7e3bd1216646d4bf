import { createHash } from 'node:crypto'
import { endianness } from 'node:os'

/**
 * SHA-256 over interleaved, left-justified 32-bit little-endian samples: bit depth and container leave no trace,
 * so the same audio in WAV, AIFF and FLAC compares equal.
 */

export function pcmHash(channels: number, maxFrames: number) {
  const hash = createHash('sha256')
  const interleaved = new Int32Array(channels * maxFrames)
  const bytes = Buffer.from(interleaved.buffer)
  return {
    add(planes: readonly Int32Array[], frames: number): void {
      for (const [channel, plane] of planes.entries()) {
        for (let i = 0, p = channel; i < frames; i++, p += channels) interleaved[p] = plane[i] ?? 0
      }
      const used = bytes.subarray(0, frames * channels * 4)
      if (endianness() === 'BE') used.swap32()
      hash.update(used)
    },
    hex: (): string => hash.digest('hex'),
  }
}
