import {
  type ArgumentDefinition,
  argument,
  findOptionName,
  type OptionDefinition,
  required,
  text,
  UsageError,
  withDefault,
} from '@spindle/command-line'
import { type AccountId, isId } from '../../platform/values/ids.ts'
import { plainText } from './plain-text.ts'

/** The arguments and options that several commands take. */

/** Trims the text. */
export const word = (summary: string): ArgumentDefinition<string> => argument.parsed(summary, (given) => given.trim())

/** The same as a required option. */
export const requiredWord = (flags: string, summary: string): OptionDefinition<string> =>
  required({ ...text(flags, summary), read: (given) => given.trim() })

/** The name of an outlet, a drop or a source of reports. */
export const shortName = (what: string, given: string, example: string): string => {
  const name = given.trim()
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)) return name
  throw new UsageError(`${what} can contain lowercase letters, digits, - and _, such as ${example}`)
}

export const accountIdArgument = argument.parsed('Id of the account (acc_...)', parseAccountId)

export const accountOption = required<AccountId>({
  flags: '--account <id>',
  summary: 'Account it belongs to',
  read: parseAccountId,
  defaultValue: undefined,
})

/** The name of the person at the command line, as shown to the account in events. */
export const operatorName = withDefault(text('--by <name>', 'Your name, which the account sees'), 'operator')

export const releaseId = word('Id of the release (rel_...)')

export const keyFile = text('--key <file>', 'File with the secret half of the key, for a sealed folder')

function parseAccountId(given: string): AccountId {
  const id = given.trim()
  if (isId('acc', id)) return id
  throw new UsageError(`"${plainText(id)}" is not an account id: it looks like acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB`)
}

const bytesOf: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 }

/** A number of bytes, with k, M, G or T as powers of 1000. */
export const byteCount = (flags: string, summary: string): OptionDefinition<number | undefined> => ({
  flags,
  summary,
  read: (given) => {
    const [, count = '', unit = ''] = /^(\d{1,15}(?:\.\d{1,3})?)([kmgt]?)b?$/i.exec(given) ?? []
    const bytes = Math.round(Number(count) * (bytesOf[unit.toLowerCase()] ?? 0))
    if (bytes >= 1 && Number.isSafeInteger(bytes)) return bytes
    throw new UsageError(`${findOptionName(flags)} is "${given}"; give a size such as 500GB or 5TB`)
  },
  defaultValue: undefined,
})

export const unknownAccount = (accountId: AccountId): UsageError =>
  new UsageError(`Unknown account ${accountId}: see accounts list`)

export const backupPlace = word('Folder of backups, or s3://bucket/prefix')
export const whichBackup = text('--backup <id>', 'Which backup (default: the newest)')
