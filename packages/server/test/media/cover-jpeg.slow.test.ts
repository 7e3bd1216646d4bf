import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { previewMaker } from '../../src/features/media/index.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { makePicture } from '../harness/pictures.ts'
import { noise } from './signals.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindle-cover-'))
const maker = previewMaker({ log: silentLog })
afterAll(async () => {
  await maker.drain()
  rmSync(folder, { recursive: true, force: true })
})

function convert(bytes: Uint8Array): Promise<Buffer> {
  const path = join(folder, 'cover')
  writeFileSync(path, bytes)
  return maker.convertToJpeg(path)
}
/** The colour in the middle, rounded to steps of 8, as a JPEG is not exact. */
async function colourOf(picture: Sharp): Promise<number[]> {
  const { width, height } = await picture.metadata()
  const middle = { left: width >> 1, top: height >> 1, width: 1, height: 1 }
  return [...(await picture.extract(middle).raw().toBuffer())].map((value) => Math.round(value / 8))
}

describe('a cover as stores take it', () => {
  it.each(['webp', 'tiff'] as const)('is a JPEG of all pixels, made of %s', async (format) => {
    const jpeg = sharp(await convert(await makePicture({ width: 1_800, height: 1_700, format })))
    expect(await jpeg.metadata()).toMatchObject({
      format: 'jpeg',
      width: 1_800,
      height: 1_700,
      space: 'srgb',
      channels: 3,
      chromaSubsampling: '4:4:4',
    })
    expect(await colourOf(jpeg)).toEqual([5, 10, 13])
  })

  it('is white where the picture was transparent', async () => {
    const empty = sharp({ create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    expect(await colourOf(sharp(await convert(await empty.webp({ lossless: true }).toBuffer())))).toEqual([32, 32, 32])
  })

  it('is upright, has 8 bits, and contains no other metadata of the file', async () => {
    const turned = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#24506b' } })
      .toColourspace('rgb16')
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .withMetadata({ orientation: 6 })
      .tiff()
      .toBuffer()
    const metadata = await sharp(await convert(turned)).metadata()
    expect(metadata).toMatchObject({ width: 20, height: 40, depth: 'uchar' })
    expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined])
  })

  it('is the same each time', async () => {
    const tiff = await makePicture({ width: 300, format: 'tiff' })
    expect((await convert(tiff)).equals(await convert(tiff))).toBe(true)
  })

  it.each([
    ['cut', async () => (await noisyWebp()).subarray(0, -200)],
    ['no picture', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['empty', async () => Buffer.alloc(0)],
  ])('is not made of a file that is %s', async (_, bytes) => {
    await expect(convert(await bytes())).rejects.toMatchObject({ code: 'preview_unavailable' })
  })
})

const noisyWebp = (): Promise<Buffer> =>
  sharp(Buffer.from(noise(600 * 600 * 3, 8, 21)), { raw: { width: 600, height: 600, channels: 3 } })
    .webp()
    .toBuffer()
