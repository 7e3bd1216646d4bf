import type { PictureFormat } from '../folder/picture/picture-format.ts'
import type { Picture } from '../folder/read-picture.ts'
import type { Hit } from './finding.ts'

/** What the hub's analysis will say of the cover, as far as its header tells. */

type Check = readonly [ruleId: string, test: (format: PictureFormat) => string | false]

const sizeOf = ({ width, height }: PictureFormat): string => `The picture has ${width} x ${height} pixels.`
const shortSide = ({ width, height }: PictureFormat): number => Math.min(width, height)
const maxBytes = 20_000_000

const checks: readonly Check[] = [
  ['cover_too_small', (format) => shortSide(format) < 1400 && sizeOf(format)],
  ['cover_small', (format) => shortSide(format) >= 1400 && shortSide(format) < 3000 && sizeOf(format)],
  ['cover_large', (format) => Math.max(format.width, format.height) > 6000 && sizeOf(format)],
  ['cover_not_square', (format) => format.width !== format.height && sizeOf(format)],
  ['cover_colour_cmyk', ({ colour }) => colour === 'cmyk' && 'The colours of the picture are stored as cmyk.'],
  ['cover_colour_greyscale', ({ colour }) => colour === 'grey' && 'The picture is stored as greyscale.'],
  ['cover_alpha', ({ hasAlpha }) => hasAlpha && 'The picture has an alpha channel.'],
  [
    'cover_format_converted',
    ({ container }) =>
      (container === 'webp' || container === 'tiff') && `The picture is ${container === 'webp' ? 'WebP' : 'TIFF'}.`,
  ],
]

export function checkCover(cover: Picture | undefined): readonly Hit[] {
  if (!cover) return []
  const { file, format } = cover
  const at = { pointer: '/coverUploadId', file: file.name }
  if (file.size === 0) return [{ ...at, ruleId: 'empty_file', message: 'The file has no bytes.' }]
  const heavy = { ...at, ruleId: 'cover_too_heavy', message: `The file has ${(file.size / 1_000_000).toFixed(1)} MB.` }
  const ofHeader = checks.flatMap(([ruleId, test]) => {
    const message = format && test(format)
    return message ? [{ ...at, ruleId, message }] : []
  })
  return [...ofHeader, ...(file.size > maxBytes ? [heavy] : [])]
}
