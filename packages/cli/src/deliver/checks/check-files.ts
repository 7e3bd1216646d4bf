import type { Finding } from '@spindle/contract'
import {
  type AudioHeader,
  applyRules,
  audioHeaderRules,
  coverTooHeavy,
  findingFrom,
  imageRules,
  type UploadForRules,
  unusableFileRules,
} from '@spindle/contract/rules'
import type { Master, MasterFormat } from '../folder/read-master.ts'
import type { Picture } from '../folder/read-picture.ts'

/** What the hub will find in single files, as far as their headers tell. */

/** A file as the upload it would become. The findings name no place yet. */
export type CheckedFile = Pick<UploadForRules, 'status' | 'technical' | 'findings'>

const rejected = (finding: Finding): CheckedFile => ({ status: 'rejected', technical: null, findings: [finding] })

const emptyFile = (): CheckedFile =>
  rejected(findingFrom(unusableFileRules.empty_file, { detail: 'The file has no bytes.' }))

export function checkMaster({ file, format, problem }: Master): CheckedFile {
  if (file.size === 0) return emptyFile()
  if (problem === 'foreign')
    return rejected(
      findingFrom(unusableFileRules.unsupported_format, {
        detail: 'The content is no audio format known here.',
      }),
    )
  if (!format) return { status: 'ready', technical: null, findings: [] }
  return {
    status: 'ready',
    technical: { kind: 'audio', durationMs: format.durationMs },
    findings: applyRules(audioHeaderRules, headerOf(format)),
  }
}

/** What the header does not say meets no rule. */
function headerOf({ container, sampleRate, bitDepth, channels, durationMs }: MasterFormat): AudioHeader {
  return {
    codec: container,
    sampleRate: sampleRate ?? 44_100,
    bitDepth: bitDepth ?? null,
    channels: channels ?? 2,
    floatSamples: false,
    durationMs,
  }
}

const colourSpaces = { rgb: 'srgb', grey: 'b-w', cmyk: 'cmyk', unknown: undefined } as const

export function checkCover({ file, format }: Picture): CheckedFile {
  if (file.size === 0) return emptyFile()
  const technical = { kind: 'image' } as const
  const bytes = file.size
  if (!format) return { status: 'ready', technical, findings: applyRules([coverTooHeavy], { bytes }) }
  const header = { ...format, colourSpace: colourSpaces[format.colour], bytes }
  return { status: 'ready', technical, findings: applyRules(imageRules, header) }
}
