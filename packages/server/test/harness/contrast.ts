import sharp from 'sharp'

/** The strongest contrast (WCAG 2.2, relative luminance) between a pixel of one picture and the same pixel of another. */
export async function findContrast(before: Buffer, after: Buffer): Promise<number> {
  const [one, other] = await Promise.all([before, after].map(readPixels))
  if (!one || !other || one.length !== other.length) throw new Error('the pictures are not of the same size')
  let strongest = 1
  for (let at = 0; at < one.length; at += 3) {
    const lights = [luminanceAt(one, at), luminanceAt(other, at)] as const
    strongest = Math.max(strongest, (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05))
  }
  return strongest
}

const readPixels = (png: Buffer): Promise<Buffer> => sharp(png).removeAlpha().toColourspace('srgb').raw().toBuffer()

function luminanceAt(pixels: Buffer, at: number): number {
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => linear((pixels[at + channel] ?? 0) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
