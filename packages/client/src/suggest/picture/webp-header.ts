import { lettersAt, viewOf } from './bytes.ts'
import type { PictureFormat } from './picture-format.ts'

/** WebP (RFC 9649): the first chunk is VP8X, VP8L or VP8, and each stores the size in its own way. */
export function parseWebpHeader(bytes: Uint8Array): PictureFormat | undefined {
  if (lettersAt(bytes, 0, 4) !== 'RIFF' || lettersAt(bytes, 8, 12) !== 'WEBP') return undefined
  const size = sizeOf(bytes)
  return size && { container: 'webp', colour: 'rgb', ...size }
}

function sizeOf(bytes: Uint8Array): Pick<PictureFormat, 'width' | 'height' | 'hasAlpha'> | undefined {
  const view = viewOf(bytes)
  const uint24 = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000
  switch (lettersAt(bytes, 12, 16)) {
    case 'VP8X':
      return { width: uint24(24) + 1, height: uint24(27) + 1, hasAlpha: (view.getUint8(20) & 0x10) !== 0 }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, hasAlpha: (bits >>> 28) % 2 === 1 }
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff, hasAlpha: false }
    default:
      return undefined
  }
}
