import { unchangedCover } from '../unchanged-cover.ts'
import { isAsStoresTakeIt } from './describe-cover.ts'
import type { OpenPicture } from './open-picture.ts'

/**
 * A cover as stores take it: a JPEG in sRGB, upright, white where nothing is, of the first frame, without EXIF. Returns
 * `unchangedCover` for a picture that is so already.
 */
export const makeCover = async ({ picture, metadata, bytes }: Omit<OpenPicture, 'fileBytes'>): Promise<Buffer> =>
  isAsStoresTakeIt(metadata, bytes)
    ? unchangedCover
    : picture
        .autoOrient()
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
        .toBuffer()
