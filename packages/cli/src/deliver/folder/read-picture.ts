import { open } from 'node:fs/promises'
import { requirePicture, UnusableMedia } from '@spindle/contract/audio-headers'
import { parseJpegHeader } from './picture/jpeg-header.ts'
import type { PictureFormat } from './picture/picture-format.ts'
import { parsePngHeader } from './picture/png-header.ts'
import { parseTiffHeader } from './picture/tiff-header.ts'
import { parseWebpHeader } from './picture/webp-header.ts'
import type { FolderFile } from './read-folder.ts'

/** Size and colours of a picture, from its header alone. What it is, the hub finds out by the same code. */

export interface Picture {
  readonly file: FolderFile
  /** Undefined where the header is none that is known, or lies too deep in the file; the hub looks at all of it. */
  readonly format: PictureFormat | undefined
  /** Why the hub will reject the file, as far as its first bytes tell. */
  readonly unusable: UnusableMedia | undefined
}

/** Where even a JPEG with large profiles and previews has said its size. */
const maxHeaderBytes = 4 * 1024 ** 2

/** Reads at most 4 MiB. Throws only for a file that cannot be opened. */
export async function readPicture(file: FolderFile): Promise<Picture> {
  const handle = await open(file.path)
  try {
    const bytes = Buffer.alloc(Math.min(file.size, maxHeaderBytes))
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
    const start = bytes.subarray(0, bytesRead)
    return { file, format: formatOf(start), unusable: findUnusable(start.subarray(0, 16)) }
  } finally {
    await handle.close()
  }
}

function findUnusable(start: Uint8Array): UnusableMedia | undefined {
  try {
    requirePicture(start)
    return undefined
  } catch (error) {
    if (error instanceof UnusableMedia) return error
    throw error
  }
}

function formatOf(bytes: Buffer): PictureFormat | undefined {
  try {
    return parsePngHeader(bytes) ?? parseJpegHeader(bytes) ?? parseWebpHeader(bytes) ?? parseTiffHeader(bytes)
  } catch (error) {
    // Reading behind the end of a header that promises more than there is.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
