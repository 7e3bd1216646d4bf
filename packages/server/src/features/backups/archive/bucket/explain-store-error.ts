import { AppError } from '@spindle/contract'
import { ConfigError } from '../../../../config/problems.ts'
import { ArchiveError } from '../archive-error.ts'

/** The details of a bucket that an error message needs. */
export interface DescribedBucket {
  /** `s3://BUCKET/PREFIX` */
  readonly name: string
  readonly bucket: string
  readonly endpoint: string | undefined
  readonly region: string
  /** The prefix of its settings. */
  readonly settings: string
}

interface StoreError {
  readonly name?: string
  readonly code?: string
  readonly message?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** Describes an error of an object store: what is wrong, which setting is involved, what to do. */
export function explainStoreError(thrown: unknown, bucket: DescribedBucket): unknown {
  if (thrown instanceof ArchiveError || thrown instanceof ConfigError) return thrown
  // From the temporary files, not from the store.
  if (thrown instanceof AppError && thrown.cause === undefined)
    return new ArchiveError(thrown.message, 'make room in SPINDLE_TEMP_DIR, or raise SPINDLE_TEMP_BYTES')
  const error = (thrown instanceof AppError ? thrown.cause : thrown) as StoreError
  return explainByName(error, bucket) ?? explainByStatus(error, bucket)
}

const at = ({ endpoint, region }: DescribedBucket): string => endpoint ?? `Amazon S3 in ${region}`

function explainByName({ name, code }: StoreError, bucket: DescribedBucket): Error | undefined {
  const wrong = (setting: string, problem: string, fix: string): ConfigError =>
    new ConfigError([{ key: `${bucket.settings}${setting}`, problem, fix }])
  const keys = `${bucket.settings}ACCESS_KEY_ID and ${bucket.settings}SECRET_ACCESS_KEY`
  switch (code ?? name) {
    case 'NoSuchBucket':
      return new ArchiveError(
        `There is no bucket "${bucket.bucket}" at ${at(bucket)}`,
        `correct ${bucket.name} or ${bucket.settings}ENDPOINT, or make the bucket`,
      )
    case 'InvalidAccessKeyId':
      return wrong('ACCESS_KEY_ID', `is not known at ${at(bucket)}`, 'set the access key of a user there')
    case 'SignatureDoesNotMatch':
      // Some stores return the same error for an unknown key.
      return wrong(
        'SECRET_ACCESS_KEY',
        `does not belong to ${bucket.settings}ACCESS_KEY_ID, or ${at(bucket)} does not know that key`,
        'set both to a key of this object store',
      )
    case 'CredentialsProviderError':
      return wrong('ACCESS_KEY_ID', 'is not set, and no AWS variable, profile or role has a key', `set ${keys}`)
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
      return wrong('REGION', `"${bucket.region}" is not the region of the bucket "${bucket.bucket}"`, 'set its region')
    case 'RequestTimeTooSkewed':
      return new ArchiveError(`The clocks of this machine and of ${at(bucket)} differ`, 'set the clock of this machine')
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return wrong('ENDPOINT', `"${at(bucket)}" has a name that this machine does not know`, 'correct the address')
    case 'ENOSPC':
      return new ArchiveError('There is no room for temporary files', 'make room in SPINDLE_TEMP_DIR')
    case 'QuotaExceeded':
    case 'XMinioStorageFull':
      return new ArchiveError(`${at(bucket)} has no room for more`, `make room, or prune the backups in ${bucket.name}`)
    default:
      return undefined
  }
}

const timeouts: ReadonlySet<string | undefined> = new Set(['TimeoutError', 'AbortError'])

function explainByStatus({ name, code, message, $metadata }: StoreError, bucket: DescribedBucket): Error {
  const status = $metadata?.httpStatusCode
  const said = [status, code ?? name].filter(Boolean).join(' ')
  if (status === 401 || status === 403)
    return new ArchiveError(
      `${at(bucket)} does not let the key of ${bucket.settings}ACCESS_KEY_ID do what is needed in ${bucket.name} (${said})`,
      'let the key list the bucket, and read, write and delete objects there. Reading needs no right to write or delete',
    )
  if (status === 301 || status === 307)
    return new ArchiveError(
      `The bucket "${bucket.bucket}" is elsewhere (${said})`,
      `correct ${bucket.settings}REGION or ${bucket.settings}ENDPOINT`,
    )
  // Not a network error, but a wrong answer: a missing object, or one that ended too early.
  if (status === undefined && code === undefined && !timeouts.has(name))
    return new ArchiveError(`${bucket.name} cannot be read: ${message}`, 'try again')
  return new ArchiveError(
    status === undefined ? `${at(bucket)} does not answer (${said})` : `${at(bucket)} refused a request (${said})`,
    `check ${bucket.settings}ENDPOINT and the store, and try again`,
  )
}
