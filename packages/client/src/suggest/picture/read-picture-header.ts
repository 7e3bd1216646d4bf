import { requirePicture, UnusableMedia } from '@spindle/contract/audio-headers'
import { parseJpegHeader } from './jpeg-header.ts'
import type { PictureFormat } from './picture-format.ts'
import { parsePngHeader } from './png-header.ts'
import { parseTiffHeader } from './tiff-header.ts'
import { parseWebpHeader } from './webp-header.ts'

/** Size and colours of a picture, only from its header. The hub uses the same code. */

export interface PictureHeader {
  /** Undefined if the header is unknown, or too deep in the file; the hub reads the whole file. */
  readonly format: PictureFormat | undefined
  /** Why the hub will reject the file, as far as its first bytes show. */
  readonly unusable: UnusableMedia | undefined
}

/** Within this, even a JPEG with large profiles and previews has its size. */
export const maxPictureHeaderBytes = 4 * 1024 ** 2

/** `start` is the beginning of the file, at most `maxPictureHeaderBytes` of it. */
export const readPictureHeader = (start: Uint8Array): PictureHeader => ({
  format: formatOf(start),
  unusable: findUnusable(start.subarray(0, 16)),
})

function findUnusable(start: Uint8Array): UnusableMedia | undefined {
  try {
    requirePicture(start)
    return undefined
  } catch (error) {
    if (error instanceof UnusableMedia) return error
    throw error
  }
}

function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  try {
    return parsePngHeader(bytes) ?? parseJpegHeader(bytes) ?? parseWebpHeader(bytes) ?? parseTiffHeader(bytes)
  } catch (error) {
    // Reading past the end of a header that claims more than there is.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
