import {
  type ArgumentDefinition,
  argument,
  type OptionDefinition,
  required,
  text,
  UsageError,
  withDefault,
} from '@spindle/command-line'
import { type AccountId, isId } from '../platform/ids.ts'
import { plainText } from './plain-text.ts'

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
    throw new UsageError((error as Error).message.split('. To specify')[0] ?? 'The options are not valid')
  }
}

export const accountIdArgument = argument.parsed('Id of the account (acc_...)', parseAccountId)

export const accountOption = required<AccountId>({
  flags: '--account <id>',
  summary: 'Account it belongs to',
  read: parseAccountId,
  defaultValue: undefined,
})

/** The name of the person at the command line, as events tell it to the account. */
export const operatorName = withDefault(text('--by <name>', 'Your name, which the account sees'), 'operator')

export const releaseId = word('Id of the release (rel_...)')

export const keyFile = text('--key <file>', 'File with the secret half of the key, for a sealed folder')

function parseAccountId(given: string): AccountId {
  const id = given.trim()
  if (isId('acc', id)) return id
  throw new UsageError(`"${plainText(id)}" is not an account id: it looks like acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB`)
}

export const unknownAccount = (accountId: AccountId): UsageError =>
  new UsageError(`There is no account ${accountId}: see accounts list`)
