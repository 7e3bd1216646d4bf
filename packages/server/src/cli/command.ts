import type { Environment } from '../config/reader.ts'

/** One operator command. Data goes to `out`, messages to `err`; the answer is the exit code. */
export interface Command {
  readonly name: string
  readonly usage: string
  readonly summary: string
  run(input: CommandInput): Promise<number>
}

export interface CommandInput {
  readonly args: readonly string[]
  readonly environment: Environment
  out(line: string): void
  err(line: string): void
}

/** Exit codes (sysexits.h for the last two). */
export const exitCodes = { ok: 0, failed: 1, usage: 64, config: 78 } as const

/** The command line is not understood: shown with the command's usage. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
