import { type ParseArgsConfig, parseArgs } from 'node:util'
import { findNearestName } from '@spindle/contract'
import { UsageError } from './command.ts'

/** The name of the person at the command line, as events tell it to the account. */
export const operatorName = { type: 'string', default: 'operator' } as const

/** Reads a command's options; anything unknown is a UsageError that says what was meant. */
export function parseOptions<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(explain((error as Error).message, Object.keys(options)))
  }
}

/** Options that had another name before 1.0. */
const formerOptions: Readonly<Record<string, string>> = { plan: 'preview' }

function explain(message: string, known: readonly string[]): string {
  const [said = 'The options are not understood'] = message.split('. To specify')
  const [, given = ''] = /^Unknown option '--([\w-]+)'/.exec(said) ?? []
  const former = known.find((name) => name === formerOptions[given])
  const meant = former ?? findNearestName(given, known)
  return meant === undefined ? said : `${said}. Did you mean --${meant}?`
}

export function requireOption(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === '') throw new UsageError(`${name} is missing`)
  return value.trim()
}
