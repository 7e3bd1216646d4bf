import type { OperationId } from '@spindle/client'
import {
  type ArgumentDefinition,
  argument as argumentKinds,
  type CommandDefinition,
  type CommandHandler as CommandHandlerOf,
  type CommandInput,
  type Command as CommandOf,
  defineCommand as define,
  type ProgramData,
} from '@spindle/command-line'
import type { CommandContext } from './command-context.ts'

/** The commands of `spindle`: what they add to those of every program. */

/** The code of a command. */
export type CommandHandler<T extends CommandInput = CommandInput> = CommandHandlerOf<CommandContext, T>

interface Facts {
  /** The operations of the contract it is the command of. */
  readonly operations: readonly OperationId[]
}

/** A command of the table, whatever it takes. */
export type Command = CommandOf<CommandContext> & Facts

/** Makes a command of the table; the compiler compares what it takes with what its code gets. */
export const defineCommand = <const T extends CommandInput>(
  definition: CommandDefinition<CommandContext, T> & Facts,
): Command => define<CommandContext, T, Facts>(definition)

/** What an id in a command line names. `catalog` is a release, for keys that may read only the catalog. */
export type IdKind =
  | 'release'
  | 'catalog'
  | 'upload'
  | 'key'
  | 'delivery'
  | 'webhook'
  | 'message'
  | 'storeMessage'
  | 'trashed'
  | 'bulk'
  | 'import'
  | 'tableImport'
  | 'export'
  | 'report'
  | 'party'
  | 'label'
  | 'transfer'

/** An id, which may be given as tables shorten it. */
export interface IdArgument extends ArgumentDefinition<string> {
  readonly idOf: IdKind
}

/** What an argument is the id of, if it is one. */
export const findIdKind = (takes: ArgumentDefinition): IdKind | undefined =>
  'idOf' in takes ? (takes as IdArgument).idOf : undefined

/** The kinds of positional arguments. */
export const argument = {
  ...argumentKinds,
  id: (idOf: IdKind, summary: string): IdArgument => ({ ...argumentKinds.one(summary), idOf }),
}

/** The program with its table of commands. */
export interface SpindleProgram extends ProgramData<CommandContext> {
  readonly commands: readonly Command[]
}
