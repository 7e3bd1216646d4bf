import { type PreviewMaker, parseJpeg, unchangedCover } from '../media/index.ts'
import type { UploadFacts } from '../uploads/index.ts'
import type { OpenRendition } from './kept-renditions.ts'
import { requireImage } from './require-preview.ts'

/** A cover as a JPEG. */
export interface CoverJpeg {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/**
 * Undefined if stores accept the cover as it is. The same bytes each time, as long as they are stored. Throws
 * `preview_unavailable` or `upload_gone`.
 */
export const coverJpeg =
  (maker: Pick<PreviewMaker, 'convertToJpeg'>, open: OpenRendition) =>
  async (owner: string, upload: UploadFacts): Promise<CoverJpeg | undefined> => {
    requireImage(upload)
    const bytes = await open(owner, upload, {
      name: 'cover.jpg',
      make: (path) => maker.convertToJpeg(path),
      isWhole: (kept) => parseJpeg(kept) !== undefined || kept.equals(unchangedCover),
    })
    if (bytes.equals(unchangedCover)) return undefined
    const size = parseJpeg(bytes)
    if (!size) throw new Error('The converted cover is not a JPEG')
    return { bytes, ...size }
  }
