import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { previewMaker } from '../../src/features/media/index.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { makePicture } from '../harness/pictures.ts'
import { pngChunk } from './pictures.ts'
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

  const plain = (more: (picture: Sharp) => Sharp = (picture) => picture) =>
    more(sharp({ create: { width: 60, height: 40, channels: 3, background: '#24506b' } }))
  const noisePicture = Uint8Array.from(noise(96 * 96 * 3, 8, 3), (sample) => sample + 128)
  const unchanged = Buffer.from('unchanged')
  const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } }
  const asPng = async (chunk: Uint8Array, behind = false): Promise<Buffer> => {
    const png = await plain().png().toBuffer()
    // The header has 33 bytes, the end 12.
    const place = behind ? png.length - 12 : 33
    return Buffer.concat([png.subarray(0, place), chunk, png.subarray(place)])
  }

  it.each<[string, () => Promise<Buffer>]>([
    ['a JPEG', () => plain().jpeg().toBuffer()],
    [
      'a JPEG that says it is upright',
      () =>
        plain((it) => it.withMetadata({ orientation: 1 }))
          .jpeg()
          .toBuffer(),
    ],
    [
      'a JPEG with a copyright',
      () =>
        plain((it) => it.withExif({ IFD0: { Copyright: 'Somebody' } }))
          .jpeg()
          .toBuffer(),
    ],
    [
      'a JPEG with the profile of sRGB',
      () =>
        plain((it) => it.withIccProfile('srgb'))
          .jpeg()
          .toBuffer(),
    ],
    [
      'a JPEG of noise',
      // Its pixels contain the byte that begins a marker.
      () =>
        sharp(noisePicture, { raw: { width: 96, height: 96, channels: 3 } })
          .jpeg({ quality: 100 })
          .toBuffer(),
    ],
    [
      'a JPEG with zeros after its end',
      async () => Buffer.concat([await plain().jpeg().toBuffer(), Buffer.alloc(512)]),
    ],
    ['a progressive JPEG', () => plain().jpeg({ progressive: true }).toBuffer()],
    ['a PNG', () => plain().png().toBuffer()],
    ['a PNG with a date after the picture', () => asPng(pngChunk('tEXt', Buffer.from('date\x002026')), true)],
  ])('goes as it is: %s', async (_, bytes) => {
    expect(await convert(await bytes())).toEqual(unchanged)
  })

  it.each([2, 3, 4, 5, 6, 7, 8])('is turned from orientation %i', async (orientation) => {
    // Red at the top left of what people see, as EXIF turns it.
    const upright = sharp({ create: { width: 64, height: 32, channels: 3, background: '#000000' } }).composite([
      { input: { create: { width: 32, height: 16, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
    ])
    const raw = await upright.png().toBuffer()
    const undo: Record<number, (picture: Sharp) => Sharp> = {
      2: (it) => it.flop(),
      3: (it) => it.rotate(180),
      4: (it) => it.flip(),
      // sharp mirrors before it turns.
      5: (it) => it.rotate(-90).flop(),
      6: (it) => it.rotate(-90),
      7: (it) => it.rotate(90).flop(),
      8: (it) => it.rotate(90),
    }
    const stored = await (undo[orientation]?.(sharp(raw)) ?? sharp(raw)).png().toBuffer()
    const jpeg = await convert(await sharp(stored).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer())
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
    const redAt = (x: number, y: number): boolean => (data[(y * info.width + x) * info.channels] ?? 0) > 128
    expect([info.width, info.height]).toEqual([64, 32])
    expect([redAt(8, 8), redAt(56, 8), redAt(8, 24), redAt(56, 24)]).toEqual([true, false, false, false])
    expect((await sharp(jpeg).metadata()).orientation).toBeUndefined()
  })

  it.each<[string, () => Promise<Buffer>]>([
    [
      'a JPEG with GPS',
      () =>
        plain((it) => it.withExif(gps))
          .jpeg()
          .toBuffer(),
    ],
    [
      'a PNG with GPS',
      () =>
        plain((it) => it.withExif(gps))
          .png()
          .toBuffer(),
    ],
    [
      'a PNG with EXIF after the picture',
      () => asPng(pngChunk('eXIf', Buffer.from('MM\0*\0\0\0\x08\0\0', 'latin1')), true),
    ],
    [
      'a PNG with EXIF as text',
      () => asPng(pngChunk('tEXt', Buffer.from('Raw profile type exif\0\nexif\n', 'latin1'))),
    ],
    [
      'a JPEG with a position in XMP',
      () =>
        plain((it) => it.withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a exif:GPSLatitude="52,31N"/></x:xmpmeta>'))
          .jpeg()
          .toBuffer(),
    ],
    ['an APNG', () => asPng(pngChunk('acTL', Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 0)))],
    [
      'a JPEG of two pictures',
      async () => {
        const jpeg = await plain().jpeg().toBuffer()
        const index = Buffer.from([0xff, 0xe2, 0, 8, 0x4d, 0x50, 0x46, 0, 0, 0])
        return Buffer.concat([jpeg.subarray(0, 2), index, jpeg.subarray(2), jpeg])
      },
    ],
    [
      'a JPEG with the video of a telephone',
      async () => Buffer.concat([await plain().jpeg().toBuffer(), Buffer.from('\0\0\0\x18ftypmp42')]),
    ],
    [
      'a progressive JPEG with an archive',
      async () => Buffer.concat([await plain().jpeg({ progressive: true }).toBuffer(), Buffer.from('PK\x03\x04')]),
    ],
    [
      'a PNG with a note after its end',
      async () => Buffer.concat([await plain().png().toBuffer(), Buffer.from('note')]),
    ],
    [
      'a PNG of 16 bits',
      () =>
        plain((it) => it.toColourspace('rgb16'))
          .png()
          .toBuffer(),
    ],
    [
      'a JPEG in Display P3',
      () =>
        plain((it) => it.withIccProfile('p3'))
          .jpeg()
          .toBuffer(),
    ],
    [
      'a CMYK JPEG',
      () =>
        plain((it) => it.toColourspace('cmyk'))
          .jpeg()
          .toBuffer(),
    ],
  ])('is cleaned: %s', async (_, bytes) => {
    const jpeg = await convert(await bytes())
    const { format, space, depth, exif, xmp, icc, width, height } = await sharp(jpeg).metadata()
    expect({ format, space, depth, exif, xmp, icc, width, height }).toEqual({
      ...{ format: 'jpeg', space: 'srgb', depth: 'uchar', width: 60, height: 40 },
      ...{ exif: undefined, xmp: undefined, icc: undefined },
    })
    expect(jpeg.includes('MPF')).toBe(false)
  })

  it('has the colours of Display P3 in sRGB', async () => {
    const p3 = await plain((it) => it.withIccProfile('p3'))
      .jpeg({ quality: 100 })
      .toBuffer()
    expect(await colourOf(sharp(await convert(p3)))).toEqual([5, 10, 13])
  })

  it('is the first picture of an animated WebP', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer()
    const frames = [await frame('#24506b'), await frame('#ffffff')]
    const webp = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer()
    expect((await sharp(webp).metadata()).pages).toBe(2)
    const jpeg = sharp(await convert(webp))
    expect(await jpeg.metadata()).toMatchObject({ width: 40, height: 40 })
    expect(await colourOf(jpeg)).toEqual([5, 10, 13])
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
