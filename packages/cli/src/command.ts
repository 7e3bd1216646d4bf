import type { OperationId } from '@spindle/client'
import type { Context } from './context.ts'

/**
 * A command is data: what it is called, takes and calls. The program, the help, `commands --json`, the completion and the
 * table of the documentation are made of it, and the code behind it is loaded only when it runs.
 */

/** One option; `Value` is what the command gets. */
export interface Option<Value = unknown> {
  /** As commander takes them: `--status <status>`. */
  readonly flags: string
  readonly summary: string
  readonly choices?: readonly string[] | undefined
  /** Reads the text of one use; throws `UsageError`. Absent for switches. */
  read?(text: string, before: Value | undefined): Value
  readonly otherwise: Value
}

/** One positional argument. */
export interface Argument<Value = unknown> {
  readonly summary: string
  readonly choices?: readonly string[] | undefined
  readonly isOptional: boolean
  readonly isMany: boolean
  /** Only for the compiler. */
  readonly value?: Value | undefined
}

/** An argument as the help writes it: `<release-id>`, `[page]`, `<files...>`. */
export function placeholderOf(name: string, { isOptional, isMany }: Argument): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) + (isMany ? '...' : '')
  return isOptional ? `[${words}]` : `<${words}>`
}

type Options = Readonly<Record<string, Option>>
type Arguments = Readonly<Record<string, Argument>>

/** What a command takes; `Given` is what its code gets of it. */
export interface Takes<A extends Arguments = Arguments, O extends Options = Options> {
  readonly arguments?: A
  readonly options?: O
}

type ValueOf<T> = T extends Option<infer Value> ? Value : T extends Argument<infer Value> ? Value : never
type ValuesOf<T> = T extends object ? { readonly [Name in keyof T]: ValueOf<T[Name]> } : unknown

/** The arguments and options of a command as its code gets them, under their names. */
export type Given<T extends Takes> = ValuesOf<T['arguments']> & ValuesOf<T['options']>

/** The code of a command. It answers an exit code when the work itself says so; errors are thrown. */
export type Run<T extends Takes> = (context: Context, given: Given<T>) => Promise<number | undefined>

/** A command of the table, whatever it takes. */
export interface Command extends Takes {
  /** One or two words: `deliver`, `releases list`. */
  readonly name: string
  readonly summary: string
  readonly description?: string | undefined
  readonly examples?: readonly string[] | undefined
  /** The operations of the contract it is the command of. */
  readonly operations: readonly OperationId[]
  readonly load: () => Promise<Run<Takes>>
}

interface Definition<T extends Takes> extends Omit<Command, 'load' | 'arguments' | 'options'> {
  readonly takes: T
  readonly load: () => Promise<Run<T>>
}

/** Makes a command of the table; the compiler compares what it takes with what its code gets. */
export function defineCommand<const T extends Takes>({ takes, load, ...facts }: Definition<T>): Command {
  // The program gives each command exactly what it takes, which is where the types come from.
  return { ...facts, ...takes, load: load as unknown as Command['load'] }
}
