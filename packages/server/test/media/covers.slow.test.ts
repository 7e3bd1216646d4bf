import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { mediaAnalyser } from '../../src/features/media/index.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { noise } from './signals.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindle-covers-'))
const analyser = mediaAnalyser({ log: silentLog })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const picture = (width: number, height = width): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })

/** Noise does not compress, so that a cut in the file is a cut in the picture. */
const noisyPicture = (size: number): Sharp =>
  sharp(Buffer.from(noise(size * size * 3, 8, 21)), { raw: { width: size, height: size, channels: 3 } })

function analyse(bytes: Uint8Array) {
  const path = join(folder, 'cover.wav')
  writeFileSync(path, bytes)
  return analyser.analyse({ path, kind: 'image' })
}
async function judge(made: Sharp) {
  const { status, technical, findings } = await analyse(await made.toBuffer())
  return { status, technical, codes: findings.map(({ severity, code }) => `${severity} ${code}`) }
}

describe('covers', () => {
  it('that stores take have no finding', async () => {
    const technical = { kind: 'image', width: 3000, height: 3000, colourSpace: 'srgb', hasAlpha: false, bitDepth: 8 }
    const expected = { status: 'ready', codes: [] }
    expect(await judge(picture(3000).jpeg())).toEqual({ ...expected, technical: { ...technical, container: 'jpeg' } })
    expect(await judge(picture(3000).jpeg({ progressive: true }))).toMatchObject(expected)
    expect(await judge(picture(3000).png({ compressionLevel: 1, palette: true }))).toMatchObject(expected)
  })

  it.each([
    ['small', () => picture(1500).jpeg(), ['warning cover_small']],
    ['too small and not square', () => picture(500, 400).png(), ['error cover_too_small', 'error cover_not_square']],
    ['CMYK', () => picture(1500).toColourspace('cmyk').jpeg(), ['warning cover_small', 'error cover_colour']],
    ['greyscale', () => picture(1500).toColourspace('b-w').jpeg(), ['warning cover_small', 'warning cover_colour']],
    ['transparent', () => picture(1500).ensureAlpha(0.5).png(), ['warning cover_small', 'warning cover_alpha']],
    ['WebP', () => picture(1500).webp(), ['warning cover_small', 'warning cover_format']],
    ['TIFF', () => picture(1500).tiff(), ['warning cover_small', 'warning cover_format']],
  ])('%s are ready, with the findings %j', async (_, make, codes) => {
    expect(await judge(make())).toMatchObject({ status: 'ready', codes })
  })

  it.each(['jpeg', 'png', 'webp', 'tiff'] as const)(
    'that lack their last 20 bytes are rejected: %s',
    async (format) => {
      const whole = await noisyPicture(600).toFormat(format).toBuffer()
      const { status, findings } = await analyse(whole.subarray(0, -20))
      expect(status).toBe('rejected')
      expect(findings[0]?.code).toMatch(/^(truncated|corrupt)$/)
    },
  )

  it('that would need more memory than there is are refused, and the reason says what to do', async () => {
    const { status, findings } = await analyse(await picture(6500).webp({ quality: 5, effort: 0 }).toBuffer())
    expect(status).toBe('rejected')
    expect(findings).toMatchObject([{ code: 'cover_format', fix: 'Export the image as JPEG or PNG.' }])
  })

  it('above 40 MiB are refused undecoded', async () => {
    const bytes = new Uint8Array(41 * 1024 ** 2)
    bytes.set(await picture(64).png().toBuffer())
    expect(await analyse(bytes)).toMatchObject({ status: 'rejected', findings: [{ code: 'cover_too_heavy' }] })
  })
})
