import { findNearestName } from '@spindle/contract/vocabulary'
import { UsageError } from './command-error.ts'
import type { ArgumentDefinition, OptionDefinition } from './define-command.ts'

/** The kinds of options and arguments, each with the check of its text. */

/** Text as it is. */
export const text = (flags: string, summary: string): OptionDefinition<string | undefined> => ({
  flags,
  summary,
  read: (given) => given,
  defaultValue: undefined,
})

/** A switch. */
export const flag = (flags: string, summary: string): OptionDefinition<boolean> => ({
  flags,
  summary,
  defaultValue: false,
})

/** The same option with its name before 1.0. */
export const formerly = <Value>(name: string, option: OptionDefinition<Value>): OptionDefinition<Value> => ({
  ...option,
  formerly: name,
})

/** A whole number within limits. */
export const integer = (
  flags: string,
  summary: string,
  { min, max, defaultValue }: { readonly min: number; readonly max: number; readonly defaultValue?: number },
): OptionDefinition<number | undefined> => ({
  flags,
  summary,
  read: (given) => {
    const number = /^\d+$/.test(given) ? Number(given) : Number.NaN
    if (!(number >= min && number <= max))
      throw new UsageError(`${findOptionName(flags)} is "${given}"; give a whole number from ${min} to ${max}`)
    return number
  },
  defaultValue,
})

/** One of some words. */
export const choice = <const Choice extends string>(
  flags: string,
  summary: string,
  choices: readonly Choice[],
): OptionDefinition<Choice | undefined> => ({
  flags,
  summary,
  choices,
  read: (given) => parseChoice(flags, given, choices),
  defaultValue: undefined,
})

/** Free words separated by commas, or the option given more than once. */
export const texts = (flags: string, summary: string): OptionDefinition<readonly string[] | undefined> => ({
  flags,
  summary,
  read: (given, before = []) => [...before, ...given.split(',').map((one) => one.trim())],
  defaultValue: undefined,
})

/** Any text, once for each time the option is given. */
export const repeated = (flags: string, summary: string): OptionDefinition<readonly string[] | undefined> => ({
  flags,
  summary,
  read: (given, before = []) => [...before, given],
  defaultValue: undefined,
})

/** Words of a list separated by commas, or the option given more than once. */
export const choices = <const Choice extends string>(
  flags: string,
  summary: string,
  all: readonly Choice[],
): OptionDefinition<readonly Choice[] | undefined> => ({
  flags,
  summary,
  choices: all,
  read: (given, before = []) => [...before, ...given.split(',').map((one) => parseChoice(flags, one.trim(), all))],
  defaultValue: undefined,
})

/** A day, `YYYY-MM-DD` (ISO 8601). */
export const day = (flags: string, summary: string): OptionDefinition<string | undefined> => ({
  flags,
  summary,
  read: (given) => {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(given) || Number.isNaN(Date.parse(given)))
      throw new UsageError(`${findOptionName(flags)} is "${given}"; give a day such as 2026-11-21`)
    return given
  },
  defaultValue: undefined,
})

/** An instant: a day, or ISO 8601 with a time. The command gets it in UTC. */
export const instant = (flags: string, summary: string): OptionDefinition<string | undefined> => ({
  flags,
  summary,
  read: (given) => {
    if (!/^\d{4}-\d{2}-\d{2}(T.+)?$/.test(given) || Number.isNaN(Date.parse(given)))
      throw new UsageError(
        `${findOptionName(flags)} is "${given}"; give a day or an instant such as 2026-11-21 or 2026-11-21T08:00:00Z`,
      )
    return new Date(given).toISOString()
  },
  defaultValue: undefined,
})

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

/** A span of time: a number with s, m, h, d or w. The command gets seconds. */
export const duration = (
  flags: string,
  summary: string,
  defaultValue?: number,
): OptionDefinition<number | undefined> => ({
  flags,
  summary,
  read: (given) => {
    const [, count = '', unit = ''] = /^(\d{1,6})([smhdw])$/.exec(given) ?? []
    const seconds = Number(count) * (secondsOf[unit] ?? 0)
    if (!(seconds > 0))
      throw new UsageError(`${findOptionName(flags)} is "${given}"; give a time such as 30s, 10m, 24h or 90d`)
    return seconds
  },
  defaultValue,
})

const bytesOf: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9 }

/** Bytes a second: a number with k, M or G, powers of 1000. */
export const byteRate = (flags: string, summary: string): OptionDefinition<number | undefined> => ({
  flags,
  summary,
  read: (given) => {
    const [, count = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)([kmg]?)b?$/i.exec(given) ?? []
    const bytes = Number(count) * (bytesOf[unit.toLowerCase()] ?? 0)
    if (!(bytes >= 1))
      throw new UsageError(`${findOptionName(flags)} is "${given}"; give bytes a second such as 500k or 2M`)
    return bytes
  },
  defaultValue: undefined,
})

/** An option without which the command line is not understood. */
export const required = <Value>(option: OptionDefinition<Value | undefined>): OptionDefinition<Value> => ({
  ...option,
  // The program refuses the command line before the code of the command could see that it is missing.
  defaultValue: undefined as Value,
  read: option.read as NonNullable<OptionDefinition<Value>['read']>,
  isRequired: true,
})

/** An option that has a value where none is given. */
export const withDefault = <Value>(
  option: OptionDefinition<Value | undefined>,
  defaultValue: Value,
): OptionDefinition<Value> => ({
  ...option,
  read: option.read as NonNullable<OptionDefinition<Value>['read']>,
  defaultValue,
})

/** A required value; an option if its name makes the command line easier to read. */
export function requireOption<Value>(value: Value | undefined, flags: string, example: string): Value {
  if (value === undefined)
    throw new UsageError(`${findOptionName(flags)} is missing`, `Add it, for instance: ${example}`)
  return value
}

/** The kinds of positional arguments. */
export const argument = {
  /** Read by a function that throws `UsageError`. */
  parsed: <Value>(summary: string, read: (text: string) => Value): ArgumentDefinition<Value> => ({
    summary,
    isOptional: false,
    isMany: false,
    read,
  }),
  one: (summary: string): ArgumentDefinition<string> => ({ summary, isOptional: false, isMany: false }),
  optional: (summary: string): ArgumentDefinition<string | undefined> => ({ summary, isOptional: true, isMany: false }),
  choice: <const Choice extends string>(summary: string, choices: readonly Choice[]): ArgumentDefinition<Choice> => ({
    summary,
    choices,
    isOptional: false,
    isMany: false,
  }),
  many: (summary: string): ArgumentDefinition<readonly string[]> => ({ summary, isOptional: false, isMany: true }),
}

/** What every list takes. */
export const pageOptions = {
  limit: integer('--limit <number>', 'Rows per page', { min: 1, max: 100 }),
  cursor: text('--cursor <cursor>', 'Continue where a page ended'),
  all: flag('--all', 'Show all pages'),
}

/** `--name` of `-n, --name <value>`. */
export const findOptionName = (flags: string): string => flags.match(/--[\w-]+/)?.[0] ?? flags

/** One of some words, or `UsageError` that lists them, and names the one that was most likely meant. */
export function parseChoice<Choice extends string>(flags: string, given: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === given)
  if (found !== undefined) return found
  const near = findNearestName(given, choices)
  throw new UsageError(
    `${findOptionName(flags)} is "${given}"; take one of: ${choices.join(', ')}`,
    near === undefined ? undefined : `Did you mean ${near}?`,
  )
}
