import type { refusals } from './reading.ts'

/** The message cannot be used; `message` says why and what to do, in words for people. */
export class RefusedMessage extends Error {
  readonly code: (typeof refusals)[number]
  readonly line: number | undefined

  constructor(code: (typeof refusals)[number], message: string, line?: number) {
    super(message)
    this.code = code
    this.line = line
  }
}
