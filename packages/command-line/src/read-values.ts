import { Argument, type Command as Node, Option } from 'commander'
import { UsageError } from './command-error.ts'
import {
  type ArgumentDefinition as ArgumentData,
  type CommandData,
  formatArgument,
  formatUsage,
  type OptionDefinition as OptionData,
} from './define-command.ts'
import { findOptionName, parseChoice } from './option-types.ts'

/** The parser's definition of arguments and options, and the values that it has read. */

/** An argument as the parser takes it. */
export const toArgument = (name: string, argument: ArgumentData): Argument =>
  new Argument(formatArgument(name, argument), withChoices(argument.summary, argument.choices))

const withChoices = (summary: string, choices: readonly string[] | undefined): string =>
  choices === undefined ? summary : `${summary} (${choices.join(', ')})`

/** An option as the parser takes it. */
export function toOption({ flags, summary, choices, read, defaultValue, isRequired }: OptionData): Option {
  const option = new Option(flags, withChoices(summary, choices) + (isRequired === true ? ' (required)' : ''))
  if (defaultValue !== undefined && defaultValue !== false) option.default(defaultValue)
  return read === undefined ? option : option.argParser((text, before: unknown) => read(text, before))
}

/** The values of one call under the names of the table. */
export function collectValues(
  command: CommandData,
  node: Node,
  { args, typedAs }: { readonly args: readonly unknown[]; readonly typedAs: string },
): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const [index, [name, argument]] of Object.entries(command.arguments ?? {}).entries()) {
    const value = args[index]
    const shown = formatArgument(name, argument)
    // An empty variable of a script, most likely.
    if ([value].flat().some(isBlank)) throw new UsageError(`${shown} is empty`)
    given[name] = typeof value === 'string' ? readArgument(shown, value, argument) : value
  }
  for (const [name, option] of Object.entries(command.options ?? {})) {
    const value: unknown = node.getOptionValue(toOption(option).attributeName()) ?? option.defaultValue
    if (option.isRequired === true && (value === undefined || isBlank(value)))
      throw new UsageError(
        `${findOptionName(option.flags)} is ${value === undefined ? 'missing' : 'empty'}`,
        `Usage: ${typedAs} ${formatUsage(command)}`,
      )
    given[name] = value
  }
  return given
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

function readArgument(shown: string, value: string, { choices, read }: ArgumentData): unknown {
  if (choices !== undefined) return parseChoice(shown, value, choices)
  return read === undefined ? value : read(value)
}
