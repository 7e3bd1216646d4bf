import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseDpid } from '@spindle/contract'
import {
  asStoreSettings,
  choreographies,
  ernProfiles,
  type FolderSettings,
  KeyRefused,
  outletProfiles,
  quirks,
  readPrivateKey,
  type S3Settings,
  type SftpSettings,
  type StoreKind,
  type StoreSettings,
  takedownStyles,
} from '../features/interchange/index.ts'
import { liveOnWords } from '../features/outlets/index.ts'
import { type CommandInput, UsageError } from './command.ts'
import { type parseOptions, requireOption } from './options.ts'
import { filterOptions, readFilter } from './outlet-wishes.ts'

/** What is said of a store on the command line: how it wants messages, where it takes them, how the hub gets in. */

const signInOptions = {
  'host-key': { type: 'string' },
  'password-file': { type: 'string' },
  'key-file': { type: 'string' },
  'access-key': { type: 'string' },
  'secret-key-file': { type: 'string' },
} as const

const wishOptions = {
  to: { type: 'string', multiple: true },
  for: { type: 'string', default: 'generic' },
  profile: { type: 'string', default: 'Audio' },
  avs: { type: 'string', default: '9' },
  choreography: { type: 'string', default: 'batch' },
  takedown: { type: 'string' },
  'live-on': { type: 'string', default: 'manual' },
  'ask-every': { type: 'string', default: '30' },
  ...filterOptions,
  live: { type: 'boolean', default: false },
  'no-acknowledgements': { type: 'boolean', default: false },
} as const

export const changeOptions = signInOptions
export const addOptions = {
  name: { type: 'string' },
  folder: { type: 'string' },
  sftp: { type: 'string' },
  directory: { type: 'string', default: '.' },
  s3: { type: 'string' },
  region: { type: 'string', default: 'us-east-1' },
  endpoint: { type: 'string' },
  ...signInOptions,
  ...wishOptions,
} as const

export const setOptions = {
  'live-on': { type: 'string' },
  'takes-all': { type: 'boolean', default: false },
  ...filterOptions,
} as const

type Values<O extends typeof addOptions | typeof changeOptions | typeof setOptions> = ReturnType<
  typeof parseOptions<O>
>['values']
type SignInValues = Values<typeof changeOptions>
type AddValues = Values<typeof addOptions>

function oneOf<T extends string>(name: string, value: string, values: readonly T[]): T {
  const found = values.find((candidate) => candidate === value)
  if (found === undefined) throw new UsageError(`${name} is one of ${values.join(', ')}`)
  return found
}

/** `PADPIDA2014120301U=Example Store`. */
function readRecipient(text: string): { dpid: string; name: string } {
  const [written = '', ...name] = text.split('=')
  const dpid = parseDpid(written)
  if (dpid === undefined || name.join('=').trim() === '')
    throw new UsageError(`--to "${text}" is not DPID=NAME, such as PADPIDA2014120301U="Example Store"`)
  return { dpid, name: name.join('=').trim() }
}

function readSeconds(text: string): number {
  const seconds = Number(text)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 86_400)
    throw new UsageError('--ask-every is a number of seconds, 1 to 86400')
  return seconds
}

async function readWishes(values: AddValues): Promise<StoreSettings> {
  const outletProfile = oneOf('--for', values.for, outletProfiles)
  const { leastRecipients, ...usual } = quirks[outletProfile]
  const recipients = (values.to ?? []).map(readRecipient)
  if (recipients.length < leastRecipients)
    throw new UsageError(`Give --to ${leastRecipients === 1 ? 'once' : 'twice'}: the DPID and name of the recipient`)
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
    acknowledges: !values['no-acknowledgements'],
    liveOn: oneOf('--live-on', values['live-on'], liveOnWords),
    askEverySeconds: readSeconds(values['ask-every']),
  }
}

export interface NewStore {
  readonly kind: StoreKind
  readonly settings: FolderSettings | SftpSettings | S3Settings
  readonly secret?: string | undefined
}

/** An outlet as it is added. */
export async function readStore(input: CommandInput, values: AddValues): Promise<NewStore> {
  const { folder, sftp, s3 } = values
  if ([folder, sftp, s3].filter((place) => place !== undefined).length !== 1)
    throw new UsageError('Say where the store takes its packages: --folder, --sftp or --s3')
  const wishes = await readWishes(values)
  if (sftp !== undefined) return readSftpStore(input, wishes, { ...values, sftp })
  if (s3 !== undefined) return readS3Store(input, wishes, { ...values, s3 })
  return { kind: 'folder', settings: { ...wishes, folder: resolve(requireOption(folder, '--folder')) } }
}

async function readSftpStore(
  input: CommandInput,
  wishes: StoreSettings,
  values: AddValues & { readonly sftp: string },
): Promise<NewStore> {
  const server = { ...readServer(values.sftp), directory: requireOption(values.directory, '--directory') }
  const hostKey = readHostKey(requireOption(values['host-key'], '--host-key'))
  const signIn = await readSignIn(input, values)
  if (!signIn) throw new UsageError('Give --password-file or --key-file, or - in place of the file for standard input')
  const settings = { ...wishes, ...server, hostKey, signsInWith: signIn.signsInWith }
  return { kind: 'sftp', settings, secret: signIn.secret }
}

async function readS3Store(
  input: CommandInput,
  wishes: StoreSettings,
  values: AddValues & { readonly s3: string },
): Promise<NewStore> {
  const { bucket, prefix = '' } =
    /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>\S*))?$/.exec(values.s3)?.groups ?? {}
  if (bucket === undefined) throw new UsageError(`--s3 "${values.s3}" is not s3://BUCKET or s3://BUCKET/PREFIX`)
  const { endpoint } = values
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new UsageError('--endpoint is an address such as https://objects.example')
  const place = {
    bucket,
    prefix: prefix.replace(/\/*$/, prefix === '' ? '' : '/'),
    region: requireOption(values.region, '--region'),
    ...(endpoint === undefined ? {} : { endpoint }),
    accessKeyId: requireOption(values['access-key'], '--access-key'),
  }
  const file = requireOption(values['secret-key-file'], '--secret-key-file')
  return { kind: 's3', settings: { ...wishes, ...place }, secret: await readSecret(input, '--secret-key-file', file) }
}

/** What is changed of the way in. */
interface SignInChange {
  readonly settings: Partial<SftpSettings & S3Settings>
  readonly secret: string | undefined
}

export async function readChange(input: CommandInput, kind: string, values: SignInValues): Promise<SignInChange> {
  if (kind === 'sftp') return readSftpChange(input, values)
  if (kind === 's3') return readS3Change(input, values)
  throw new UsageError(`Outlets of the kind ${kind} have nothing to sign in with`)
}

async function readSftpChange(input: CommandInput, values: SignInValues): Promise<SignInChange> {
  const hostKey = values['host-key']
  const signIn = await readSignIn(input, values)
  if (hostKey === undefined && !signIn) throw new UsageError('Give --host-key, --password-file or --key-file')
  const settings = {
    ...(hostKey === undefined ? {} : { hostKey: readHostKey(hostKey) }),
    ...(signIn && { signsInWith: signIn.signsInWith }),
  }
  return { settings, secret: signIn?.secret }
}

/** An access key and its secret belong together. */
async function readS3Change(input: CommandInput, values: SignInValues): Promise<SignInChange> {
  const accessKeyId = requireOption(values['access-key'], '--access-key')
  const file = requireOption(values['secret-key-file'], '--secret-key-file')
  return { settings: { accessKeyId }, secret: await readSecret(input, '--secret-key-file', file) }
}

/** `user@host:port`; an IPv6 address stands in brackets. */
function readServer(text: string): Pick<SftpSettings, 'host' | 'port' | 'user'> {
  const {
    user,
    host,
    address,
    port = '22',
  } = /^(?<user>[^\s@:/]+)@(?:(?<host>[^\s@:/[\]]+)|\[(?<address>[0-9A-Fa-f:.]+)\])(?::(?<port>\d{1,5}))?$/.exec(text)
    ?.groups ?? {}
  const name = host ?? address
  if (user === undefined || name === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new UsageError(`--sftp "${text}" is not USER@HOST or USER@HOST:PORT`)
  return { host: name, port: Number(port), user }
}

function readHostKey(text: string): string {
  if (!/^SHA256:[A-Za-z0-9+/]{43}$/.test(text))
    throw new UsageError('--host-key is SHA256: and 43 characters, as ssh-keygen -l writes it')
  return text
}

async function readSignIn(
  input: CommandInput,
  values: SignInValues,
): Promise<{ readonly signsInWith: SftpSettings['signsInWith']; readonly secret: string } | undefined> {
  const { 'password-file': passwordFile, 'key-file': keyFile } = values
  if (passwordFile !== undefined && keyFile !== undefined)
    throw new UsageError('Give --password-file or --key-file, not both')
  if (passwordFile !== undefined)
    return { signsInWith: 'password', secret: await readSecret(input, '--password-file', passwordFile) }
  if (keyFile === undefined) return undefined
  try {
    return { signsInWith: 'key', secret: await readPrivateKey(await readSecret(input, '--key-file', keyFile)) }
  } catch (error) {
    throw error instanceof KeyRefused ? new UsageError(error.message) : error
  }
}

/** Never from the command line itself, which others on the machine can see. One line end at the end is no part of it. */
async function readSecret(input: CommandInput, option: string, file: string): Promise<string> {
  const text = file === '-' ? await input.readInput?.() : await readFile(resolve(file), 'utf8')
  if (text === undefined) throw new UsageError(`${option} - reads what is piped in: a terminal would show it`)
  const secret = text.replace(/\r?\n$/, '')
  if (secret === '') throw new UsageError(`${option} is empty`)
  return secret
}

/** What is changed of the wishes of a store. Limits that are not named stay, unless it takes all from now on. */
export async function readSettings(
  before: unknown,
  values: Values<typeof setOptions>,
): Promise<Partial<Pick<StoreSettings, 'liveOn' | 'takes' | 'genres'>>> {
  const liveOn = values['live-on']
  const { takes, genres } = await readFilter(values)
  const kept = values['takes-all'] ? {} : asStoreSettings(before).takes
  const changes = {
    ...(takes === undefined && !values['takes-all'] ? {} : { takes: { ...kept, ...takes } }),
    ...(genres && { genres }),
    ...(liveOn === undefined ? {} : { liveOn: oneOf('--live-on', liveOn, liveOnWords) }),
  }
  if (Object.keys(changes).length === 0) throw new UsageError('Say what to change')
  return changes
}
