import type { AudioTechnical, ImageTechnical } from '@spindle/contract'
import type { AudioFacts } from '@spindle/contract/rules'

/** Why bytes cannot be used at all. Each is the code of the finding that rejects the upload. */
export const unusableCodes = [
  'empty_file',
  'unsupported_format',
  'corrupt',
  'truncated',
  'md5_mismatch',
  'cover_format',
  'cover_too_heavy',
] as const
export type UnusableCode = (typeof unusableCodes)[number]

/** The only thing a child process may hand to its parent: one of these, as one JSON text. */
export type MediaReport =
  | { readonly outcome: 'unusable'; readonly code: UnusableCode; readonly detail: string }
  | { readonly outcome: 'audio'; readonly technical: AudioTechnical; readonly facts: AudioFacts }
  | { readonly outcome: 'image'; readonly technical: ImageTechnical; readonly facts: ImageFacts }

export interface ImageFacts {
  readonly bytes: number
}

/** Thrown while reading a file to end the analysis with a reason; `detail` is shown to the person who uploaded it. */
export class UnusableMedia extends Error {
  readonly code: UnusableCode

  constructor(code: UnusableCode, detail: string) {
    super(detail)
    this.name = 'UnusableMedia'
    this.code = code
  }
}
