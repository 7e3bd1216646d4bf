import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type InputValues, integer, text, UsageError, withDefault } from '@spindle/command-line'
import { hostKeyPattern } from '@spindle/contract/console'
import {
  bucketPlace,
  type Place,
  type S3Place,
  type SignedSftpPlace,
  type StoredSignIn,
  type StoreKind,
  storedSignIn,
} from '../../features/interchange/index.ts'
import type { OperatorContext } from '../operator-command/operator-command.ts'
import { withOptionNamesOf } from './name-option.ts'

/** The location of packages, as options of the command line, and how the hub signs in there. */

export const signInOptions = {
  hostKey: text('--host-key <fingerprint>', 'SFTP: fingerprint of the server (SHA256:...), as ssh-keygen -l prints it'),
  passwordFile: text('--password-file <file>', 'SFTP: file with the password; - reads stdin'),
  keyFile: text('--key-file <file>', 'SFTP: file with the private key; - reads stdin'),
  accessKey: text('--access-key <id>', 'S3: access key'),
  secretKeyFile: text('--secret-key-file <file>', 'S3: file with the secret of the access key; - reads stdin'),
}

export const placeOptions = {
  folder: text('--folder <folder>', 'Folder on this machine'),
  sftp: text('--sftp <server>', 'SFTP server: USER@HOST or USER@HOST:PORT'),
  directory: withDefault(text('--directory <path>', 'SFTP: directory on the server'), '.'),
  s3: text('--s3 <bucket>', 'S3 bucket: s3://BUCKET or s3://BUCKET/PREFIX'),
  region: withDefault(text('--region <region>', 'S3: region'), 'us-east-1'),
  endpoint: text('--endpoint <url>', 'S3: address, where it is not that of AWS'),
  ...signInOptions,
}

type PlaceValues = InputValues<{ readonly options: typeof placeOptions }>
type SignInValues = InputValues<{ readonly options: typeof signInOptions }>

/** A number of seconds, up to a day. */
export const seconds = (flags: string, summary: string, usual: number) =>
  withDefault<number>(integer(flags, summary, { min: 1, max: 86_400 }), usual)

function requireText(value: string | undefined, option: string): string {
  if (value === undefined || value.trim() === '') throw new UsageError(`${option} is missing`)
  return value.trim()
}

export interface NewPlace {
  readonly kind: StoreKind
  readonly place: Place
  readonly secret?: string | undefined
}

/** `asked` names all the places that there are, in a sentence. */
export async function readPlace(input: OperatorContext, values: PlaceValues, asked: string): Promise<NewPlace> {
  const { folder, sftp, s3 } = values
  if ([folder, sftp, s3].filter((place) => place !== undefined).length !== 1) throw new UsageError(asked)
  if (sftp !== undefined) return readSftpPlace(input, { ...values, sftp })
  if (s3 !== undefined) return readS3Place(input, { ...values, s3 })
  return { kind: 'folder', place: { folder: resolve(requireText(folder, '--folder')) } }
}

async function readSftpPlace(
  input: OperatorContext,
  values: PlaceValues & { readonly sftp: string },
): Promise<NewPlace> {
  const server = { ...readServer(values.sftp), directory: requireText(values.directory, '--directory') }
  const hostKey = readHostKey(requireText(values.hostKey, '--host-key'))
  const signIn = await readSignIn(input, values)
  if (!signIn)
    throw new UsageError(
      'Use --password-file or --key-file (both if the server wants both), with - instead of the file for standard input',
    )
  return { kind: 'sftp', place: { ...server, hostKey, signsInWith: signIn.signsInWith }, secret: signIn.secret }
}

async function readS3Place(input: OperatorContext, values: PlaceValues & { readonly s3: string }): Promise<NewPlace> {
  const { bucket, prefix = '' } =
    /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>\S*))?$/.exec(values.s3)?.groups ?? {}
  if (bucket === undefined) throw new UsageError(`--s3 "${values.s3}" is not s3://BUCKET or s3://BUCKET/PREFIX`)
  const { endpoint } = values
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new UsageError('--endpoint must be an address such as https://objects.example')
  const place = bucketPlace({
    bucket,
    prefix,
    region: requireText(values.region, '--region'),
    ...(endpoint === undefined ? {} : { endpoint }),
    accessKeyId: requireText(values.accessKey, '--access-key'),
  })
  const file = requireText(values.secretKeyFile, '--secret-key-file')
  return { kind: 's3', place, secret: await readSecret(input, '--secret-key-file', file) }
}

/** `user@host:port`, with brackets around an IPv6 address. */
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
  if (!new RegExp(hostKeyPattern).test(text))
    throw new UsageError('--host-key must be SHA256: and 43 characters, as shown by ssh-keygen -l')
  return text
}

async function readSignIn(input: OperatorContext, values: SignInValues): Promise<StoredSignIn | undefined> {
  const { passwordFile, keyFile } = values
  if (passwordFile === '-' && keyFile === '-')
    throw new UsageError('Standard input can hold one secret: use a file for the password or for the key')
  const password = passwordFile === undefined ? undefined : await readSecret(input, '--password-file', passwordFile)
  const privateKey = keyFile === undefined ? undefined : await readSecret(input, '--key-file', keyFile)
  return withOptionNamesOf(storedSignIn({ password, privateKey }))
}

/** Never from the command line itself, which other users of the machine can see. A trailing line break is ignored. */
export async function readSecret(input: OperatorContext, option: string, file: string): Promise<string> {
  const text = file === '-' ? await input.readInput?.() : await readFile(resolve(file), 'utf8')
  if (text === undefined)
    throw new UsageError(`${option} - reads only piped input, because a terminal would show the secret`)
  const secret = text.replace(/\r?\n$/, '')
  if (secret === '') throw new UsageError(`${option} is empty`)
  return secret
}

/** The changes to how the hub signs in. */
export interface SignInChange {
  readonly settings: Partial<SignedSftpPlace & S3Place>
  readonly secret: string | undefined
}

export async function readSignInChange(
  input: OperatorContext,
  kind: string,
  values: SignInValues,
): Promise<SignInChange> {
  if (kind === 'sftp') return readSftpChange(input, values)
  if (kind === 's3') return readS3Change(input, values)
  throw new UsageError(`Places of the kind ${kind} have no credentials`)
}

async function readSftpChange(input: OperatorContext, values: SignInValues): Promise<SignInChange> {
  const { hostKey } = values
  const signIn = await readSignIn(input, values)
  if (hostKey === undefined && !signIn) throw new UsageError('Use --host-key, --password-file or --key-file')
  const settings = {
    ...(hostKey === undefined ? {} : { hostKey: readHostKey(hostKey) }),
    ...(signIn && { signsInWith: signIn.signsInWith }),
  }
  return { settings, secret: signIn?.secret }
}

/** An access key and its secret belong together. */
async function readS3Change(input: OperatorContext, values: SignInValues): Promise<SignInChange> {
  const accessKeyId = requireText(values.accessKey, '--access-key')
  const file = requireText(values.secretKeyFile, '--secret-key-file')
  return { settings: { accessKeyId }, secret: await readSecret(input, '--secret-key-file', file) }
}
