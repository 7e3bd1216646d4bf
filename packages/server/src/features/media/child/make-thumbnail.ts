import type { Sharp } from 'sharp'

/** A WebP that fits into a square of so many pixels, upright, without EXIF. */
export const makeThumbnail = (picture: Sharp, pixels: number): Promise<Buffer> =>
  picture
    .autoOrient()
    .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
