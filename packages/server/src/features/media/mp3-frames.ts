/**
 * Checks what an encoder writes: MPEG-1 Layer III frames of one bit rate and sample rate, one directly after the other
 * (ISO/IEC 11172-3, 2.4.1.3). The process that made them has touched hostile bytes.
 */
export interface Mp3Frames {
  /** False as soon as the bytes are anything else. */
  add(piece: Uint8Array): boolean
  /** Whether the bytes ended with a frame, and there was one. */
  readonly isWhole: boolean
}

export interface Mp3Form {
  /** In kbit/s. */
  readonly bitRate: number
  /** Hz. */
  readonly sampleRate: number
}

/** By their number in a header. */
const bitRates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const sampleRates = [44_100, 48_000, 32_000]
const headerBytes = 4

export function mp3Frames({ bitRate, sampleRate }: Mp3Form): Mp3Frames {
  const form = (bitRates.indexOf(bitRate) << 4) | (sampleRates.indexOf(sampleRate) << 2)
  const frameBytes = Math.floor((144_000 * bitRate) / sampleRate)
  const header = Buffer.alloc(headerBytes)
  let inHeader = 0
  let frameLeft = 0
  let count = 0
  return {
    add(piece) {
      for (let at = 0; at < piece.length; ) {
        if (frameLeft > 0) {
          const step = Math.min(frameLeft, piece.length - at)
          at += step
          frameLeft -= step
          continue
        }
        header[inHeader++] = piece[at++] ?? 0
        if (inHeader < headerBytes) continue
        inHeader = 0
        count += 1
        const [sync = 0, version = 0, rates = 0] = header
        // Layer III of MPEG-1; whether a checksum follows does not matter.
        if (sync !== 0xff || (version | 1) !== 0xfb || (rates & ~0b11) !== form) return false
        frameLeft = frameBytes + ((rates >> 1) & 1) - headerBytes
      }
      return true
    },
    get isWhole() {
      return count > 0 && frameLeft === 0 && inHeader === 0
    },
  }
}
