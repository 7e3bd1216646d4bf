import { type Finding, findingOf, type ImageTechnical, type Rule } from '@spindle/contract'
import type { ImageFacts } from './report.ts'
import { rules } from './rules.ts'

interface Image {
  readonly technical: ImageTechnical
  readonly facts: ImageFacts
}
type Check = readonly [Rule, (image: Image) => string | false]

/** The names libvips gives. */
const usableColours = /^(srgb|rgb|rgb16|scrgb|b-w|grey16)$/
const greyscale = /^(b-w|grey16)$/
const maxBytes = 20_000_000
const sizeOf = ({ width, height }: ImageTechnical): string => `The picture has ${width} x ${height} pixels.`
const shortSide = ({ width, height }: ImageTechnical): number => Math.min(width, height)

const checks: readonly Check[] = [
  [rules.coverTooSmall, ({ technical }) => shortSide(technical) < 1400 && sizeOf(technical)],
  [
    rules.coverSmall,
    ({ technical }) => shortSide(technical) >= 1400 && shortSide(technical) < 3000 && sizeOf(technical),
  ],
  [rules.coverLarge, ({ technical }) => Math.max(technical.width, technical.height) > 6000 && sizeOf(technical)],
  [rules.coverNotSquare, ({ technical }) => technical.width !== technical.height && sizeOf(technical)],
  [
    rules.coverCmyk,
    ({ technical: { colourSpace } }) =>
      !usableColours.test(colourSpace) && `The colours of the picture are stored as ${colourSpace}.`,
  ],
  [
    rules.coverGreyscale,
    ({ technical }) => greyscale.test(technical.colourSpace) && 'The picture is stored as greyscale.',
  ],
  [rules.coverAlpha, ({ technical }) => technical.hasAlpha && 'The picture has an alpha channel.'],
  [
    rules.coverTooHeavy,
    ({ facts }) => facts.bytes > maxBytes && `The file has ${(facts.bytes / 1_000_000).toFixed(1)} MB.`,
  ],
  [
    rules.coverConverted,
    ({ technical: { container } }) =>
      (container === 'webp' || container === 'tiff') && `The picture is ${container === 'webp' ? 'WebP' : 'TIFF'}.`,
  ],
]

export const imageFindings = (image: Image): Finding[] =>
  checks.flatMap(([rule, test]) => {
    const message = test(image)
    return message === false ? [] : [findingOf(rule, '', message)]
  })
