import type { OperationId } from '@spindle/client'
import type { CommandContext } from './command-context.ts'

/**
 * A command is data: what it is called, takes and calls. The program, the help, `commands --json`, the completion and the
 * table of the documentation are made of it, and the code behind it is loaded only when it runs.
 */

/** One option; `Value` is what the command gets. */
export interface OptionDefinition<Value = unknown> {
  /** As commander takes them: `--status <status>`. */
  readonly flags: string
  readonly summary: string
  readonly choices?: readonly string[] | undefined
  /** Reads the text of one use; throws `UsageError`. Absent for switches. */
  read?(text: string, before: Value | undefined): Value
  readonly defaultValue: Value
}

/** What is named by an id in a command line. `catalog` is a release, as somebody sees it who may read only the catalog. */
export type IdKind =
  | 'release'
  | 'catalog'
  | 'upload'
  | 'key'
  | 'delivery'
  | 'webhook'
  | 'message'
  | 'storeMessage'
  | 'import'
  | 'export'
  | 'report'

/** One positional argument. */
export interface ArgumentDefinition<Value = unknown> {
  readonly summary: string
  readonly choices?: readonly string[] | undefined
  readonly isOptional: boolean
  readonly isMany: boolean
  /** What it is the id of: then it may be given as tables shorten it. */
  readonly idOf?: IdKind | undefined
  /** Only for the compiler. */
  readonly value?: Value | undefined
}

/** An argument as the help writes it: `<release-id>`, `[page]`, `<files...>`. */
export function formatArgument(name: string, { isOptional, isMany }: ArgumentDefinition): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) + (isMany ? '...' : '')
  return isOptional ? `[${words}]` : `<${words}>`
}

type Options = Readonly<Record<string, OptionDefinition>>
type Arguments = Readonly<Record<string, ArgumentDefinition>>

/** What a command takes; `InputValues` is what its code gets of it. */
export interface CommandInput<A extends Arguments = Arguments, O extends Options = Options> {
  readonly arguments?: A
  readonly options?: O
}

type ValueOf<T> =
  T extends OptionDefinition<infer Value> ? Value : T extends ArgumentDefinition<infer Value> ? Value : never
type ValuesOf<T> = T extends object ? { readonly [Name in keyof T]: ValueOf<T[Name]> } : unknown

/** The arguments and options of a command as its code gets them, under their names. */
export type InputValues<T extends CommandInput> = ValuesOf<T['arguments']> & ValuesOf<T['options']>

/** The code of a command. It answers an exit code when the work itself says so; errors are thrown. */
export type CommandHandler<T extends CommandInput> = (
  context: CommandContext,
  given: InputValues<T>,
) => Promise<number | undefined>

/** A command of the table, whatever it takes. */
export interface Command extends CommandInput {
  /** One or two words: `deliver`, `releases list`. */
  readonly name: string
  readonly summary: string
  readonly description?: string | undefined
  readonly examples?: readonly string[] | undefined
  /** The operations of the contract it is the command of. */
  readonly operations: readonly OperationId[]
  readonly load: () => Promise<CommandHandler<CommandInput>>
}

interface Definition<T extends CommandInput> extends Omit<Command, 'load' | 'arguments' | 'options'> {
  readonly input: T
  readonly load: () => Promise<CommandHandler<T>>
}

/** Makes a command of the table; the compiler compares what it takes with what its code gets. */
export function defineCommand<const T extends CommandInput>({ input, load, ...facts }: Definition<T>): Command {
  // The program gives each command exactly what it takes, which is where the types come from.
  return { ...facts, ...input, load: load as unknown as Command['load'] }
}
