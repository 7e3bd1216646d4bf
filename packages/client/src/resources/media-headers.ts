import type { RequestOptions } from '../transport/transport.ts'

/** Which bytes of a file; both ends count. */
export interface AudioOptions extends RequestOptions {
  /** First and last byte, both included; without `end` to the end of the file. */
  readonly range?: { readonly start: number; readonly end?: number | undefined } | undefined
}

/** Headers that request bytes of any type, or a part of them. */
export const mediaHeaders = (range: AudioOptions['range']): Record<string, string> => ({
  accept: '*/*',
  ...(range === undefined ? {} : { range: `bytes=${range.start}-${range.end ?? ''}` }),
})
