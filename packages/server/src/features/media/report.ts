import type { AudioTechnical, ImageTechnical } from '@spindle/contract'
import type { UnusableCode } from '@spindle/contract/audio-headers'
import type { AudioFacts } from '@spindle/contract/rules'

/** The only thing a child process may hand to its parent: one of these, as one JSON text. */
export type MediaReport =
  | { readonly outcome: 'unusable'; readonly code: UnusableCode; readonly detail: string }
  | { readonly outcome: 'audio'; readonly technical: AudioTechnical; readonly facts: AudioFacts }
  | { readonly outcome: 'image'; readonly technical: ImageTechnical; readonly facts: ImageFacts }

export interface ImageFacts {
  readonly bytes: number
}
