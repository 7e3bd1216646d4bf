import {
  type Command,
  type CommandInput,
  defineCommand,
  flag,
  type InputValues,
  type ProgramData,
} from '@spindle/command-line'
import type { Environment } from '../config/reader.ts'

/** What a command gets of the process around it. Data goes to `out`, messages to `err`. */
export interface OperatorContext {
  /** The table of all commands, and what they have in common. */
  readonly program: ProgramData<OperatorContext>
  readonly environment: Environment
  readonly isJson?: boolean
  out(line: string): void
  err(line: string): void
  /** All of what is piped in; undefined in a terminal. */
  readInput?(): Promise<string | undefined>
  /** How far a long command is; shown to people only. */
  progress?(line: string): void
}

interface Facts {
  /** Prints data, as lines or with `--json` as one JSON document: see `show`. */
  readonly hasJson?: true
  /** True where it ends by itself when it is told to: `serve` drains. */
  readonly handlesSignals?: true
  /** What to tell a person who stopped the command halfway. */
  readonly whenStopped?: string
}

/** A command of the operator. */
export type OperatorCommand = Command<OperatorContext> & Facts

interface Definition<T extends CommandInput> extends Omit<OperatorCommand, 'load' | 'arguments' | 'options'> {
  readonly input: T
  /** Answers the exit code, if that is not 0. */
  run(context: OperatorContext, given: InputValues<T>): Promise<number | undefined>
}

const json = flag('--json', 'Print one JSON document')

/** Makes a command of the table; the compiler compares what it takes with what its code gets. */
export function operatorCommand<const T extends CommandInput>({
  input,
  run,
  ...facts
}: Definition<T>): OperatorCommand {
  const load = async () => (context: OperatorContext, given: InputValues<T>) => {
    const isJson = (given as { readonly json?: boolean }).json === true
    return run({ ...context, isJson }, given)
  }
  const options = facts.hasJson ? { ...input.options, json } : input.options
  return defineCommand<OperatorContext, T, Facts>({ ...facts, input: { ...input, ...(options && { options }) }, load })
}

/** Prints data: as one JSON document with `--json`, else as lines for people. */
export function show(
  { isJson, out }: Pick<OperatorContext, 'isJson' | 'out'>,
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
