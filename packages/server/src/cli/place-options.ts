import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  KeyRefused,
  type Place,
  readPrivateKey,
  type S3Place,
  type SignedSftpPlace,
  type StoreKind,
} from '../features/interchange/index.ts'
import { type CommandInput, UsageError } from './command.ts'
import { type parseOptions, requireOption } from './options.ts'

/** Where packages lie, as it is said on the command line, and how the hub gets in. */

export const signInOptions = {
  'host-key': { type: 'string' },
  'password-file': { type: 'string' },
  'key-file': { type: 'string' },
  'access-key': { type: 'string' },
  'secret-key-file': { type: 'string' },
} as const

export const placeOptions = {
  folder: { type: 'string' },
  sftp: { type: 'string' },
  directory: { type: 'string', default: '.' },
  s3: { type: 'string' },
  region: { type: 'string', default: 'us-east-1' },
  endpoint: { type: 'string' },
  ...signInOptions,
} as const

type Values<O extends typeof placeOptions | typeof signInOptions> = ReturnType<typeof parseOptions<O>>['values']
type PlaceValues = Values<typeof placeOptions>
type SignInValues = Values<typeof signInOptions>

export function oneOf<T extends string>(name: string, value: string, values: readonly T[]): T {
  const found = values.find((candidate) => candidate === value)
  if (found === undefined) throw new UsageError(`${name} is one of ${values.join(', ')}`)
  return found
}

export function readSeconds(option: string, text: string): number {
  const seconds = Number(text)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 86_400)
    throw new UsageError(`${option} is a number of seconds, 1 to 86400`)
  return seconds
}

export interface NewPlace {
  readonly kind: StoreKind
  readonly place: Place
  readonly secret?: string | undefined
}

export async function readPlace(input: CommandInput, values: PlaceValues, asked: string): Promise<NewPlace> {
  const { folder, sftp, s3 } = values
  if ([folder, sftp, s3].filter((place) => place !== undefined).length !== 1)
    throw new UsageError(`${asked}: --folder, --sftp or --s3`)
  if (sftp !== undefined) return readSftpPlace(input, { ...values, sftp })
  if (s3 !== undefined) return readS3Place(input, { ...values, s3 })
  return { kind: 'folder', place: { folder: resolve(requireOption(folder, '--folder')) } }
}

async function readSftpPlace(input: CommandInput, values: PlaceValues & { readonly sftp: string }): Promise<NewPlace> {
  const server = { ...readServer(values.sftp), directory: requireOption(values.directory, '--directory') }
  const hostKey = readHostKey(requireOption(values['host-key'], '--host-key'))
  const signIn = await readSignIn(input, values)
  if (!signIn) throw new UsageError('Give --password-file or --key-file, or - in place of the file for standard input')
  return { kind: 'sftp', place: { ...server, hostKey, signsInWith: signIn.signsInWith }, secret: signIn.secret }
}

async function readS3Place(input: CommandInput, values: PlaceValues & { readonly s3: string }): Promise<NewPlace> {
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
  return { kind: 's3', place, secret: await readSecret(input, '--secret-key-file', file) }
}

/** `user@host:port`; an IPv6 address stands in brackets. */
function readServer(text: string): Pick<SignedSftpPlace, 'host' | 'port' | 'user'> {
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
): Promise<{ readonly signsInWith: SignedSftpPlace['signsInWith']; readonly secret: string } | undefined> {
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

/** What is changed of the way in. */
export interface SignInChange {
  readonly settings: Partial<SignedSftpPlace & S3Place>
  readonly secret: string | undefined
}

export async function readSignInChange(input: CommandInput, kind: string, values: SignInValues): Promise<SignInChange> {
  if (kind === 'sftp') return readSftpChange(input, values)
  if (kind === 's3') return readS3Change(input, values)
  throw new UsageError(`Places of the kind ${kind} have nothing to sign in with`)
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
