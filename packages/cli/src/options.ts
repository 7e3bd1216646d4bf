import type { Argument, Option } from './command.ts'
import { UsageError } from './errors.ts'

/** The kinds of options and arguments, each with the check of its text. */

/** Text as it is. */
export const text = (flags: string, summary: string): Option<string | undefined> => ({
  flags,
  summary,
  read: (given) => given,
  otherwise: undefined,
})

/** A switch. */
export const flag = (flags: string, summary: string): Option<boolean> => ({ flags, summary, otherwise: false })

/** A whole number within limits. */
export const integer = (
  flags: string,
  summary: string,
  { min, max, otherwise }: { readonly min: number; readonly max: number; readonly otherwise?: number },
): Option<number | undefined> => ({
  flags,
  summary,
  read: (given) => {
    const number = /^\d+$/.test(given) ? Number(given) : Number.NaN
    if (!(number >= min && number <= max))
      throw new UsageError(`${nameOf(flags)} is "${given}"; give a whole number from ${min} to ${max}`)
    return number
  },
  otherwise,
})

/** One of some words. */
export const choice = <const Choice extends string>(
  flags: string,
  summary: string,
  choices: readonly Choice[],
): Option<Choice | undefined> => ({
  flags,
  summary,
  choices,
  read: (given) => choiceOf(flags, given, choices),
  otherwise: undefined,
})

/** Words separated by commas, or the option given more than once. */
export const choices = <const Choice extends string>(
  flags: string,
  summary: string,
  all: readonly Choice[],
): Option<readonly Choice[] | undefined> => ({
  flags,
  summary,
  choices: all,
  read: (given, before = []) => [...before, ...given.split(',').map((one) => choiceOf(flags, one.trim(), all))],
  otherwise: undefined,
})

/** A day, `YYYY-MM-DD` (ISO 8601). */
export const day = (flags: string, summary: string): Option<string | undefined> => ({
  flags,
  summary,
  read: (given) => {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(given) || Number.isNaN(Date.parse(given)))
      throw new UsageError(`${nameOf(flags)} is "${given}"; give a day such as 2026-11-21`)
    return given
  },
  otherwise: undefined,
})

export const argument = {
  one: (summary: string): Argument<string> => ({ summary, isOptional: false, isMany: false }),
  optional: (summary: string): Argument<string | undefined> => ({ summary, isOptional: true, isMany: false }),
  many: (summary: string): Argument<readonly string[]> => ({ summary, isOptional: false, isMany: true }),
}

/** What every list takes. */
export const pageOptions = {
  limit: integer('--limit <number>', 'Rows of a page', { min: 1, max: 100 }),
  cursor: text('--cursor <cursor>', 'Go on where a page ended'),
  all: flag('--all', 'Go through all pages'),
}

const nameOf = (flags: string): string => flags.match(/--[\w-]+/)?.[0] ?? flags

function choiceOf<Choice extends string>(flags: string, given: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === given)
  if (found === undefined) throw new UsageError(`${nameOf(flags)} is "${given}"; take one of: ${choices.join(', ')}`)
  return found
}
