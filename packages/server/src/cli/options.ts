import { type ParseArgsConfig, parseArgs } from 'node:util'
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
    throw new UsageError((error as Error).message.split('. To specify')[0] ?? 'The options are not understood')
  }
}

export function requireOption(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === '') throw new UsageError(`${name} is missing`)
  return value.trim()
}
