/**
 * A command is data: what it is called and what it takes. The program, the help, `commands --json`, the completion and the
 * tables of the documentation are made from it. The code behind it is loaded only when it runs.
 */

/** One option; `Value` is what the command gets. */
export interface OptionDefinition<Value = unknown> {
  /** As commander takes them: `--status <status>`. */
  readonly flags: string
  readonly summary: string
  /** Its name before 1.0, such as `--plan`: an error names the present one. */
  readonly formerly?: string | undefined
  readonly choices?: readonly string[] | undefined
  /** Without it the command line is not understood. */
  readonly isRequired?: boolean | undefined
  /** Reads the text of one use; throws `UsageError`. Absent for switches. */
  read?(text: string, before: Value | undefined): Value
  readonly defaultValue: Value
}

/** One positional argument. */
export interface ArgumentDefinition<Value = unknown> {
  readonly summary: string
  readonly choices?: readonly string[] | undefined
  readonly isOptional: boolean
  readonly isMany: boolean
  /** Reads its text; throws `UsageError`. Absent if the command gets the text unchanged. */
  read?(text: string): Value
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

/** The code of a command. It returns an exit code if the result requires one; errors are thrown. */
export type CommandHandler<Context, T extends CommandInput = CommandInput> = (
  context: Context,
  given: InputValues<T>,
) => Promise<number | undefined>

/** What is shown of a command. */
export interface CommandData extends CommandInput {
  /** Up to three words: `deliver`, `releases list`, `people operator add`. */
  readonly name: string
  readonly summary: string
  readonly description?: string | undefined
  readonly examples?: readonly string[] | undefined
  /** The exit codes that only this command sets, with their meaning, beside those of every command. */
  readonly exitCodes?: Readonly<Record<number, string>> | undefined
}

/** A command of a table, whatever it takes. */
export interface Command<Context> extends CommandData {
  readonly load: () => Promise<CommandHandler<Context>>
}

/** A command with the types of what it takes, for the compiler. */
export interface CommandDefinition<Context, T extends CommandInput> extends Omit<CommandData, 'arguments' | 'options'> {
  readonly input: T
  readonly load: () => Promise<CommandHandler<Context, T>>
}

/** Makes a command of the table; the compiler compares what it takes with what its code gets. */
export function defineCommand<Context, const T extends CommandInput, Facts extends object>({
  input,
  load,
  ...facts
}: CommandDefinition<Context, T> & Facts) {
  // The program gives each command exactly what it takes, which is where the types come from.
  return { ...facts, ...input, load: load as unknown as Command<Context>['load'] }
}

/** A command with its arguments and the options it cannot do without: `clients create --account <id> [options]`. */
export function formatUsage({ name, arguments: args = {}, options = {} }: CommandData): string {
  const all = Object.values(options)
  const required = all.filter(({ isRequired }) => isRequired).map(({ flags }) => flags.replace(/^-\w, /, ''))
  const isMore = required.length < all.length
  return [
    name,
    ...Object.entries(args).map(([argument, takes]) => formatArgument(argument, takes)),
    ...required,
    ...(isMore ? ['[options]'] : []),
  ].join(' ')
}

/** One command as other programs see it. */
export const describeCommand = ({
  name,
  summary,
  description,
  arguments: args,
  options,
  examples,
  exitCodes,
}: CommandData) => ({
  name,
  summary,
  description,
  arguments: Object.entries(args ?? {}).map(([argument, { summary: words, choices, isOptional, isMany }]) => ({
    name: argument,
    summary: words,
    choices,
    optional: isOptional,
    many: isMany,
  })),
  options: Object.values(options ?? {}).map(({ flags, summary: words, choices, isRequired, defaultValue }) => ({
    flags,
    summary: words,
    choices,
    required: isRequired === true ? true : undefined,
    default: defaultValue === false ? undefined : defaultValue,
  })),
  examples: examples ?? [],
  exitCodes,
})
