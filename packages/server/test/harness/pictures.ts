import sharp from 'sharp'

/** Pictures of one colour, as covers that are right or wrong. */

export interface PictureOptions {
  readonly width?: number
  readonly height?: number
  readonly format?: 'jpeg' | 'png' | 'webp' | 'tiff'
  readonly colours?: 'srgb' | 'cmyk' | 'b-w'
  readonly alpha?: boolean
}

export function makePicture({
  width = 3_000,
  height = width,
  format = 'jpeg',
  colours = 'srgb',
  alpha = false,
}: PictureOptions = {}): Promise<Buffer> {
  const background = { r: 36, g: 80, b: 107, alpha: 0.5 }
  return sharp({ create: { width, height, channels: alpha ? 4 : 3, background } })
    .toColourspace(colours)
    .toFormat(format)
    .toBuffer()
}
