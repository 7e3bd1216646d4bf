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

/** Thrown while reading a file that cannot be used. The message is shown to the person who sent it. */
export class UnusableMedia extends Error {
  readonly code: UnusableCode

  constructor(code: UnusableCode, detail: string) {
    super(detail)
    this.name = 'UnusableMedia'
    this.code = code
  }
}

/** A recorder writes the size when it stops, or from time to time. */
export const unfinished = (claimed: number, follow: number): UnusableMedia =>
  new UnusableMedia(
    'truncated',
    `The header says ${claimed} bytes of audio, but ${follow} follow: the recording was not finished.`,
  )
