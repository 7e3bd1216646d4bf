import type { PictureFormat } from './picture-format.ts'

/** WebP (RFC 9649): the first chunk is VP8X, VP8L or VP8, and each tells the size in its own way. */
export function parseWebpHeader(bytes: Buffer): PictureFormat | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const size = sizeOf(bytes)
  return size && { container: 'webp', colour: 'rgb', ...size }
}

function sizeOf(bytes: Buffer): Pick<PictureFormat, 'width' | 'height' | 'hasAlpha'> | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return {
        width: bytes.readUIntLE(24, 3) + 1,
        height: bytes.readUIntLE(27, 3) + 1,
        hasAlpha: (bytes.readUInt8(20) & 0x10) !== 0,
      }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, hasAlpha: (bits >>> 28) % 2 === 1 }
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff, hasAlpha: false }
    default:
      return undefined
  }
}
