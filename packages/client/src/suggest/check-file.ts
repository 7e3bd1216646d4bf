import type { Finding } from '@spindle/contract'
import type { UnusableMedia } from '@spindle/contract/audio-headers'
import {
  applyRules,
  audioHeaderRules,
  coverTooHeavy,
  findingFrom,
  findingOf,
  imageRules,
  type UploadForRules,
  unusableFileRules,
  unusableRules,
} from '@spindle/contract/rules'
import type { Master } from './master.ts'
import type { PictureHeader } from './picture/read-picture-header.ts'

/** What the hub will find in single files, as far as their headers show. */

/** A file as the upload it would become. The findings name no place yet. */
export type CheckedFile = Pick<UploadForRules, 'status' | 'technical' | 'findings'>

const rejected = (finding: Finding): CheckedFile => ({ status: 'rejected', technical: null, findings: [finding] })

const emptyFile = (): CheckedFile =>
  rejected(findingFrom(unusableFileRules.empty_file, { detail: 'The file is empty.' }))

const findingOfUnusable = ({ code, message }: UnusableMedia): Finding =>
  findingOf(unusableRules[code], { pointer: '', message })

/** The hub decodes the whole picture and decides, so this is not an error yet. */
const unreadable = (): Finding => ({
  ...findingFrom(unusableFileRules.corrupt, { detail: 'The header of the image cannot be read.' }),
  severity: 'warning',
  fix: 'Open the image. If it is damaged, export it again. The hub decides after decoding it.',
})

/** Rejected for what no decoder takes, else with the findings of its header. */
export function checkMaster({ format, unusable }: Pick<Master, 'format' | 'unusable'>): CheckedFile {
  if (unusable) return rejected(findingOfUnusable(unusable))
  if (!format) return { status: 'ready', technical: null, findings: [] }
  const { container, durationMs } = format
  const technical = { kind: 'audio', container, durationMs } as const
  return { status: 'ready', technical, findings: applyRules(audioHeaderRules, format) }
}

const colourSpaces = { rgb: 'srgb', grey: 'b-w', cmyk: 'cmyk', unknown: undefined } as const

/** Rejected if it is not a picture, else with the findings of its header. */
export function checkCover({ format, unusable }: PictureHeader, bytes: number): CheckedFile {
  if (bytes === 0) return emptyFile()
  if (unusable) return rejected(findingOfUnusable(unusable))
  if (!format)
    return {
      status: 'ready',
      technical: { kind: 'image' },
      findings: [...applyRules([coverTooHeavy], { bytes }), unreadable()],
    }
  const { width, height } = format
  const header = { ...format, colourSpace: colourSpaces[format.colour], bytes }
  return { status: 'ready', technical: { kind: 'image', width, height }, findings: applyRules(imageRules, header) }
}
