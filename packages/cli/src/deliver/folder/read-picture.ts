import { open } from 'node:fs/promises'
import { parseJpegHeader } from './picture/jpeg-header.ts'
import type { PictureFormat } from './picture/picture-format.ts'
import { parsePngHeader } from './picture/png-header.ts'
import { parseTiffHeader } from './picture/tiff-header.ts'
import { parseWebpHeader } from './picture/webp-header.ts'
import type { FolderFile } from './read-folder.ts'

/** Size and colours of a picture, from its header alone. */

export interface Picture {
  readonly file: FolderFile
  /** Undefined where the header is none that is known, or lies too deep in the file; the hub looks at all of it. */
  readonly format: PictureFormat | undefined
}

/** Where even a JPEG with large profiles and previews has said its size. */
const maxHeaderBytes = 4 * 1024 ** 2

export async function readPicture(file: FolderFile): Promise<Picture> {
  const handle = await open(file.path)
  try {
    const bytes = Buffer.alloc(Math.min(file.size, maxHeaderBytes))
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
    return { file, format: formatOf(bytes.subarray(0, bytesRead)) }
  } finally {
    await handle.close()
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
