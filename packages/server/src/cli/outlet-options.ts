import { parseDpid } from '@spindle/contract'
import {
  asStoreSettings,
  choreographies,
  ernProfiles,
  type FolderSettings,
  outletProfiles,
  quirks,
  resendFilesWords,
  type S3Settings,
  type SftpSettings,
  type StoreKind,
  type StoreSettings,
  takedownStyles,
  usualResendFiles,
} from '../features/interchange/index.ts'
import { liveOnWords } from '../features/outlets/index.ts'
import { type CommandInput, UsageError } from './command.ts'
import type { parseOptions } from './options.ts'
import { filterOptions, readFilter } from './outlet-wishes.ts'
import { oneOf, placeOptions, readPlace, readSeconds } from './place-options.ts'

/** What is said of a store on the command line: how it wants messages; where it takes them is a place. */

const wishOptions = {
  to: { type: 'string', multiple: true },
  for: { type: 'string', default: 'generic' },
  profile: { type: 'string', default: 'Audio' },
  avs: { type: 'string', default: '9' },
  choreography: { type: 'string', default: 'batch' },
  takedown: { type: 'string' },
  'live-on': { type: 'string', default: 'manual' },
  'resend-files': { type: 'string' },
  'ask-every': { type: 'string', default: '30' },
  ...filterOptions,
  live: { type: 'boolean', default: false },
  'no-acknowledgements': { type: 'boolean', default: false },
} as const

export const addOptions = {
  name: { type: 'string' },
  ...placeOptions,
  ...wishOptions,
} as const

export const setOptions = {
  'live-on': { type: 'string' },
  'resend-files': { type: 'string' },
  'takes-all': { type: 'boolean', default: false },
  ...filterOptions,
} as const

type Values<O extends typeof addOptions | typeof setOptions> = ReturnType<typeof parseOptions<O>>['values']
type AddValues = Values<typeof addOptions>

/** `PADPIDA2014120301U=Example Store`. */
function readRecipient(text: string): { dpid: string; name: string } {
  const [written = '', ...name] = text.split('=')
  const dpid = parseDpid(written)
  if (dpid === undefined || name.join('=').trim() === '')
    throw new UsageError(`--to "${text}" is not DPID=NAME, such as PADPIDA2014120301U="Example Store"`)
  return { dpid, name: name.join('=').trim() }
}

async function readWishes(values: AddValues): Promise<StoreSettings> {
  const outletProfile = oneOf('--for', values.for, outletProfiles)
  const { leastRecipients, ...usual } = quirks[outletProfile]
  const recipients = (values.to ?? []).map(readRecipient)
  if (recipients.length < leastRecipients)
    throw new UsageError(`Give --to ${leastRecipients === 1 ? 'once' : 'twice'}: the DPID and name of the recipient`)
  const acknowledges = !values['no-acknowledgements']
  return {
    ...usual,
    outletProfile,
    recipients,
    profile: oneOf('--profile', values.profile, ernProfiles),
    avsVersion: values.avs,
    isTest: !values.live,
    choreography: oneOf('--choreography', values.choreography, choreographies),
    takedownStyle:
      values.takedown === undefined ? usual.takedownStyle : oneOf('--takedown', values.takedown, takedownStyles),
    ...(await readFilter(values)),
    acknowledges,
    liveOn: oneOf('--live-on', values['live-on'], liveOnWords),
    resendFiles: readResendFiles(values) ?? usualResendFiles({ acknowledges }),
    askEverySeconds: readSeconds('--ask-every', values['ask-every']),
  }
}

const readResendFiles = ({ 'resend-files': word }: { readonly 'resend-files'?: string | undefined }) =>
  word === undefined ? undefined : oneOf('--resend-files', word, resendFilesWords)

export interface NewStore {
  readonly kind: StoreKind
  readonly settings: FolderSettings | SftpSettings | S3Settings
  readonly secret?: string | undefined
}

/** An outlet as it is added. */
export async function readStore(input: CommandInput, values: AddValues): Promise<NewStore> {
  const { kind, place, secret } = await readPlace(input, values, 'Say where the store takes its packages')
  // Which of the three it is, its kind says.
  const settings = { ...(await readWishes(values)), ...place } as NewStore['settings']
  return { kind, settings, secret }
}

/** What is changed of the wishes of a store. Limits that are not named stay, unless it takes all from now on. */
export async function readSettings(
  before: unknown,
  values: Values<typeof setOptions>,
): Promise<Partial<Pick<StoreSettings, 'liveOn' | 'resendFiles' | 'takes' | 'genres'>>> {
  const liveOn = values['live-on']
  const resendFiles = readResendFiles(values)
  const { takes, genres } = await readFilter(values)
  const kept = values['takes-all'] ? {} : asStoreSettings(before).takes
  const changes = {
    ...(takes === undefined && !values['takes-all'] ? {} : { takes: { ...kept, ...takes } }),
    ...(genres && { genres }),
    ...(liveOn === undefined ? {} : { liveOn: oneOf('--live-on', liveOn, liveOnWords) }),
    ...(resendFiles && { resendFiles }),
  }
  if (Object.keys(changes).length === 0) throw new UsageError('Say what to change')
  return changes
}
