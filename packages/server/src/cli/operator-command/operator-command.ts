import {
  type Command,
  type CommandInput,
  defineCommand,
  flag,
  type InputValues,
  type ProgramData,
} from '@spindle/command-line'
import type { Environment } from '../../config/reader.ts'

/** The parts of the process that a command uses. Data is written to `out`, messages to `err`. */
export interface OperatorContext {
  /** The table of all commands, and what they have in common. */
  readonly program: ProgramData<OperatorContext>
  readonly environment: Environment
  readonly isJson?: boolean
  out(line: string): void
  err(line: string): void
  /** Everything that is piped in; undefined in a terminal. */
  readInput?(): Promise<string | undefined>
  /** The progress of a long command, shown to people only. */
  progress?(line: string): void
}

interface Facts {
  /** Prints data, as lines or with `--json` as one JSON document: see `show`. */
  readonly hasJson?: true
  /** True if the command handles signals: `serve` drains. */
  readonly handlesSignals?: true
  /** The message for a person who stopped the command halfway. */
  readonly whenStopped?: string
}

/** A command of the operator. */
export type OperatorCommand = Command<OperatorContext> & Facts

interface Definition<T extends CommandInput> extends Omit<OperatorCommand, 'load' | 'arguments' | 'options'> {
  readonly input: T
  /** Returns the exit code if that is not 0. */
  run(context: OperatorContext, given: InputValues<T>): Promise<number | undefined>
}

const json = flag('--json', 'Print one JSON document')

/** Defines a command of the table. The compiler compares its arguments and options with what its code receives. */
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

/**
 * Removes control characters from other people's text, so that it cannot rewrite a terminal from inside JSON either.
 */
const safeJson = (data: unknown): string =>
  JSON.stringify(data, null, 2).replaceAll(/[^\n\P{Cc}]|\p{Cf}/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
