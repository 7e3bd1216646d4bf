import { AudioTechnical, ImageTechnical } from '@spindle/contract'
import { unusableCodes } from '@spindle/contract/audio-headers'
import { Ajv, type ValidateFunction } from 'ajv'
import type { MediaReport } from './report.ts'

/** The child has touched hostile bytes: what it says is taken only if it is exactly a report. */

const closed = (properties: object) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required: Object.keys(properties),
})
const count = { type: 'integer', minimum: 0 }
const yesOrNo = { type: 'boolean' }

const audioFacts = {
  stereoCorrelation: { type: ['number', 'null'], minimum: -1, maximum: 1 },
  longestClippedRun: count,
  silentChannel: { enum: ['left', 'right', null] },
  dcOffset: { type: 'number', minimum: 0 },
  silent: yesOrNo,
  wavExtensible: yesOrNo,
  trailingBytes: count,
  floatSamples: yesOrNo,
}

const reportSchema = {
  anyOf: [
    closed({
      outcome: { const: 'unusable' },
      code: { enum: unusableCodes },
      detail: { type: 'string', maxLength: 500 },
    }),
    closed({ outcome: { const: 'audio' }, technical: closed(AudioTechnical.properties), facts: closed(audioFacts) }),
    closed({
      outcome: { const: 'image' },
      technical: closed(ImageTechnical.properties),
      facts: closed({ bytes: count }),
    }),
  ],
}

let compiled: ValidateFunction<MediaReport> | undefined

/** Compiled with the first report: a start need not wait for it. */
function isReport(value: unknown): value is MediaReport {
  compiled ??= new Ajv({ strict: false }).compile<MediaReport>(reportSchema)
  return compiled(value)
}

/** The report in `text`, or undefined when it is anything else. */
export function parseReport(text: string): MediaReport | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isReport(value) ? value : undefined
  } catch {
    return undefined
  }
}
