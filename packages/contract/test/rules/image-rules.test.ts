import { applyRules, imageRules } from '@spindle/contract/rules'
import { describe, expect, it } from 'vitest'

const technical = {
  kind: 'image' as const,
  container: 'jpeg',
  width: 3000,
  height: 3000,
  colourSpace: 'srgb',
  hasAlpha: false,
  bitDepth: 8,
}
const found = (changed: Partial<typeof technical>, bytes = 1_000_000) =>
  applyRules(imageRules, { ...technical, ...changed, bytes }).map(
    ({ severity, code, message }) => `${severity} ${code}: ${message}`,
  )

describe('findings about a cover', () => {
  it('has none for a good cover, nor at the limits', () => {
    expect(found({})).toEqual([])
    expect(found({ width: 6000, height: 6000 }, 20_000_000)).toEqual([])
  })

  it.each([
    [{ width: 1399, height: 1399 }, 'error cover_too_small: The image has 1399 x 1399 pixels.'],
    [{ width: 1400, height: 1400 }, 'warning cover_small: The image has 1400 x 1400 pixels.'],
    [{ width: 2999, height: 2999 }, 'warning cover_small: The image has 2999 x 2999 pixels.'],
    [{ width: 6001, height: 6001 }, 'warning cover_large: The image has 6001 x 6001 pixels.'],
    [{ width: 3001 }, 'error cover_not_square: The image has 3001 x 3000 pixels.'],
    [{ colourSpace: 'cmyk' }, 'error cover_colour: The image has the colour space cmyk.'],
    [{ colourSpace: 'b-w' }, 'warning cover_colour: The image is stored in greyscale.'],
    [{ hasAlpha: true }, 'warning cover_alpha: The image has an alpha channel.'],
    [{ container: 'webp' }, 'warning cover_format: The image is a WebP file.'],
    [{ container: 'tiff' }, 'warning cover_format: The image is a TIFF file.'],
  ])('%j is judged', (changed, expected) => {
    expect(found(changed)).toEqual([expected])
  })

  it('refuses a cover one byte above 20 MB', () => {
    expect(found({}, 20_000_001)).toEqual([
      'error cover_too_heavy: The file has 20.0 MB. The limit for a cover is 20 MB.',
    ])
  })
})
