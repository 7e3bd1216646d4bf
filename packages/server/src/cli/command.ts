import type { Environment } from '../config/reader.ts'

/** One operator command. Data goes to `out`, messages to `err`; the answer is the exit code. */
export interface Command {
  readonly name: string
  readonly usage: string
  readonly summary: string
  /** Prints data, as lines or with `--json` as one JSON document: see `show`. */
  readonly hasJson?: true
  /** True where it ends by itself when it is told to: `serve` drains. */
  readonly handlesSignals?: true
  /** What to tell a person who stopped the command halfway. */
  readonly whenStopped?: string
  run(input: CommandInput): Promise<number>
}

export interface CommandInput {
  readonly args: readonly string[]
  readonly environment: Environment
  readonly isJson?: boolean
  out(line: string): void
  err(line: string): void
  /** All of what is piped in; undefined where somebody types. */
  readInput?(): Promise<string | undefined>
  /** Where something that takes long is; for people who wait, and for nobody else. */
  progress?(line: string): void
}

/** Prints data: as one JSON document with `--json`, else as lines for people. */
export function show(
  { isJson, out }: Pick<CommandInput, 'isJson' | 'out'>,
  data: unknown,
  lines: readonly string[],
): void {
  if (isJson === true) out(safeJson(data))
  else for (const line of lines) out(line)
}

/** Other people's text cannot rewrite a terminal from inside JSON either. */
const safeJson = (data: unknown): string =>
  JSON.stringify(data, null, 2).replaceAll(/[^\n\P{Cc}]|\p{Cf}/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  )

/** Exit codes (sysexits.h for the last two). */
export const exitCodes = { ok: 0, failed: 1, usage: 64, config: 78 } as const

/** The command line is not understood: shown with the command's usage. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
