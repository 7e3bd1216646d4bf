import type { ImageTechnical } from '../../api/uploads.ts'
import type { UnusableCode } from '../../audio-headers/unusable-media.ts'
import { type CheckedRule, defineRule, type Rule } from '../define-rule.ts'
import { type Unusable, unusableFileRules } from './file-rules.ts'
import { sources } from './sources.ts'

/** Rules about covers. The header and the size of the file decide all of them. */

/** What the header contains, with the size of the file in bytes. */
export interface ImageHeader extends Pick<ImageTechnical, 'container' | 'width' | 'height' | 'hasAlpha'> {
  /** In the names libvips gives; undefined when unknown. */
  readonly colourSpace: string | undefined
  readonly bytes: number
}

const minSide = 1400
const wishedSide = 3000
const maxSide = 6000
const maxBytes = 20_000_000

const colours: ReadonlySet<string> = new Set(['srgb', 'rgb', 'rgb16', 'scrgb'])
const greys: ReadonlySet<string> = new Set(['b-w', 'grey16'])

const sizeOf = ({ width, height }: ImageHeader): string => `The image has ${width} x ${height} pixels.`
const shortSide = ({ width, height }: ImageHeader): number => Math.min(width, height)
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

const sizeRules: readonly CheckedRule<ImageHeader>[] = [
  defineRule({
    id: 'cover_too_small',
    severity: 'error',
    appliesTo: 'upload',
    title: 'A cover must have at least 1400 x 1400 pixels',
    fix: 'Export the cover with 3000 x 3000 pixels.',
    source: sources.distributors,
    check: (image) => shortSide(image) < minSide && sizeOf(image),
  }),
  defineRule({
    id: 'cover_small',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'A cover should have 3000 x 3000 pixels',
    fix: 'Export the cover with 3000 x 3000 pixels.',
    source: sources.distributors,
    check: (image) => shortSide(image) >= minSide && shortSide(image) < wishedSide && sizeOf(image),
  }),
  defineRule({
    id: 'cover_large',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'A cover should not exceed 6000 x 6000 pixels',
    fix: 'Export the cover with 3000 x 3000 pixels.',
    source: sources.distributors,
    check: (image) => Math.max(image.width, image.height) > maxSide && sizeOf(image),
  }),
  defineRule({
    id: 'cover_not_square',
    severity: 'error',
    appliesTo: 'upload',
    title: 'A cover must be square',
    fix: 'Crop the cover to a square. Do not stretch it.',
    source: sources.distributors,
    check: (image) => image.width !== image.height && sizeOf(image),
  }),
]

const colourRules: readonly CheckedRule<ImageHeader>[] = [
  defineRule({
    id: 'cover_colour_cmyk',
    code: 'cover_colour',
    severity: 'error',
    appliesTo: 'upload',
    title: 'A cover must be RGB, not CMYK',
    fix: 'Convert the cover to sRGB in an image editor.',
    source: sources.distributors,
    check: ({ colourSpace }) =>
      colourSpace !== undefined &&
      !colours.has(colourSpace) &&
      !greys.has(colourSpace) &&
      `The image has the colour space ${colourSpace}.`,
  }),
  defineRule({
    id: 'cover_colour_greyscale',
    code: 'cover_colour',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'A cover should be RGB',
    fix: 'Convert the cover to sRGB. It can still look black and white.',
    source: sources.distributors,
    check: ({ colourSpace }) =>
      colourSpace !== undefined && greys.has(colourSpace) && 'The image is stored in greyscale.',
  }),
  defineRule({
    id: 'cover_alpha',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'A cover should have no transparency',
    fix: 'Flatten the image onto a background.',
    source: sources.distributors,
    check: ({ hasAlpha }) => hasAlpha && 'The image has an alpha channel.',
  }),
]

/** Also rejects, unread, what is far above the limit. */
export const coverTooHeavy = defineRule<Pick<ImageHeader, 'bytes'>>({
  id: 'cover_too_heavy',
  severity: 'error',
  appliesTo: 'upload',
  title: 'A cover must not exceed 20 MB',
  fix: 'Export the cover as a JPEG with 3000 x 3000 pixels.',
  source: sources.distributors,
  check: ({ bytes }) =>
    bytes > maxBytes && `The file has ${megabytes(bytes)}. The limit for a cover is ${maxBytes / 1_000_000} MB.`,
})

const converted: Readonly<Record<string, string>> = { webp: 'WebP', tiff: 'TIFF' }

const coverConverted = defineRule<ImageHeader>({
  id: 'cover_format_converted',
  code: 'cover_format',
  severity: 'warning',
  appliesTo: 'upload',
  title: 'A cover should be JPEG or PNG',
  fix: 'No action is needed. The hub converts the cover when it delivers it.',
  source: sources.distributors,
  check: ({ container }) => converted[container] !== undefined && `The image is a ${converted[container]} file.`,
})

/** A picture in a format that is never delivered. Rejects the upload. */
export const coverFormatRefused = defineRule<Unusable>({
  id: 'cover_format_refused',
  code: 'cover_format',
  severity: 'error',
  appliesTo: 'upload',
  title: 'A cover must be JPEG or PNG',
  fix: 'Export the image as JPEG or PNG.',
  source: sources.distributors,
  check: ({ detail }) => detail,
})

/** In the order in which they are applied. */
export const imageRules: readonly CheckedRule<ImageHeader>[] = [
  ...sizeRules,
  ...colourRules,
  coverTooHeavy,
  coverConverted,
]

/** The rule of each reason why a file cannot be used at all. */
export const unusableRules: Readonly<Record<UnusableCode, Rule>> = {
  ...unusableFileRules,
  cover_format: coverFormatRefused,
  cover_too_heavy: coverTooHeavy,
}
