import { join, resolve } from 'node:path'
import type { BlobStorage, DiskStorage, S3Storage } from '../platform/blobs/blobs-from-config.ts'
import { parseBucketAddress } from '../platform/blobs/s3/bucket-address.ts'
import type { Reader } from './reader.ts'

export interface StoragePlace {
  readonly dataDir: string
  readonly maxUploadBytes: number
}

/** Where uploads are stored, and who may go there. */
export interface StorageSettings {
  readonly blobs: BlobStorage
  readonly backupStore: BackupStore
  /** Whether programs get audio from the object store itself. */
  readonly audioRedirect: boolean
  /** Whether clients may send the bytes of uploads to the object store itself. */
  readonly directTransfer: boolean
}

type BucketOption = 'SPINDLE_AUDIO_REDIRECT' | 'SPINDLE_DIRECT_TRANSFER'

const key = 'SPINDLE_BLOBS'

export function readStorage(reader: Reader, place: StoragePlace): StorageSettings {
  const transit = readTransit(reader, place)
  const blobs = readBlobStorage(reader, place, transit)
  return {
    blobs,
    backupStore: readBackupStore(reader, blobs, transit),
    audioRedirect: readBucketOption(reader, 'SPINDLE_AUDIO_REDIRECT', blobs),
    directTransfer: readBucketOption(reader, 'SPINDLE_DIRECT_TRANSFER', blobs),
  }
}

function readBlobStorage(reader: Reader, { dataDir }: StoragePlace, transit: Transit): BlobStorage {
  const text = reader.text(key)
  const address = parseBucketAddress(text ?? '')
  if (address) return { kind: 's3', ...address, ...readS3(reader), ...transit }
  requireUnused(reader)
  const usual: DiskStorage = { kind: 'disk', folder: join(dataDir, 'uploads') }
  if (text === undefined) return usual
  const folder = /^disk:(.+)$/.exec(text)?.[1]
  if (folder !== undefined) return { kind: 'disk', folder: resolve(folder) }
  reader.fail(
    key,
    `"${text}" is not a valid storage`,
    'use disk:FOLDER or s3://BUCKET/PREFIX, or omit it to use the folder uploads in the data directory',
  )
  return usual
}

const mebibyte = 1024 * 1024
/** Stores take 10,000 parts of an object. */
const partsOfLargest = 9_000

const readS3 = (reader: Reader): Pick<S3Storage, 'publicEndpoint'> & Access => ({
  publicEndpoint: reader.url('SPINDLE_S3_PUBLIC_ENDPOINT'),
  ...readAccess(reader, 'SPINDLE_S3_'),
})

/** How buckets with backups are reached. */
export interface BackupStore extends Access, Transit {
  /** How the names of the settings begin that say so. */
  readonly settings: AccessSettings
}

/** Where an object store is, and the key for it. */
type Access = Pick<S3Storage, 'endpoint' | 'region' | 'credentials'>

/** What lies on this machine while it is on its way. */
type Transit = Pick<S3Storage, 'tempFolder' | 'tempBytes' | 'partBytes'>

/** As the bucket of the uploads, unless any setting of their own says otherwise: a key is never sent to a store that it is not for. */
function readBackupStore(reader: Reader, blobs: BlobStorage, transit: Transit): BackupStore {
  const hasOwn = accessNames.some((name) => reader.text(`SPINDLE_BACKUP_S3_${name}`) !== undefined)
  if (hasOwn || blobs.kind === 'disk')
    return { settings: 'SPINDLE_BACKUP_S3_', ...readAccess(reader, 'SPINDLE_BACKUP_S3_'), ...transit }
  const { endpoint, region, credentials } = blobs
  return { settings: 'SPINDLE_S3_', endpoint, region, credentials, ...transit }
}

const accessNames = ['ENDPOINT', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const
type AccessSettings = 'SPINDLE_S3_' | 'SPINDLE_BACKUP_S3_'

const readAccess = (reader: Reader, settings: AccessSettings): Access => ({
  endpoint: reader.url(`${settings}ENDPOINT`),
  region: reader.textOrDefault(`${settings}REGION`),
  credentials: readCredentials(reader, settings),
})

const readTransit = (reader: Reader, { dataDir, maxUploadBytes }: StoragePlace): Transit => ({
  tempFolder: resolve(reader.text('SPINDLE_TEMP_DIR') ?? join(dataDir, 'temp')),
  tempBytes: reader.bytes('SPINDLE_TEMP_BYTES', 64 * mebibyte, Number.MAX_SAFE_INTEGER),
  partBytes: Math.max(8, Math.ceil(maxUploadBytes / partsOfLargest / mebibyte)) * mebibyte,
})

function readCredentials(reader: Reader, settings: AccessSettings): S3Storage['credentials'] {
  const [id, secret] = [`${settings}ACCESS_KEY_ID`, `${settings}SECRET_ACCESS_KEY`] as const
  const accessKeyId = reader.text(id)
  const secretAccessKey = reader.text(secret)
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey }
  if (accessKeyId !== undefined || secretAccessKey !== undefined)
    reader.fail(id, `and ${secret} must be set together`, 'set both or neither')
  return undefined
}

/** Somebody who names an object store and forgets to use it would fill the disk instead. */
function requireUnused(reader: Reader): void {
  for (const unused of ['SPINDLE_S3_ENDPOINT', 'SPINDLE_S3_PUBLIC_ENDPOINT', 'SPINDLE_S3_ACCESS_KEY_ID'] as const)
    if (reader.text(unused) !== undefined)
      reader.fail(unused, 'is set without a bucket', 'set SPINDLE_BLOBS=s3://BUCKET/PREFIX too, or remove it')
}

/** Whether clients may go to the bucket itself. Somebody who believes they do would plan for too little network. */
function readBucketOption(reader: Reader, option: BucketOption, { kind }: BlobStorage): boolean {
  const isOn = reader.oneOf(option, ['on', 'off']) === 'on'
  if (isOn && kind === 'disk')
    reader.fail(
      option,
      'is on, but uploads are stored on disk, and clients cannot be redirected to a disk',
      'set SPINDLE_BLOBS=s3://BUCKET/PREFIX, or remove it',
    )
  return isOn
}
