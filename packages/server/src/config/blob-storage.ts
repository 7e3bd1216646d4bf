import { join, resolve } from 'node:path'
import type { BlobStorage, DiskStorage, S3Storage } from '../platform/blobs/blobs-from-config.ts'
import type { Reader } from './reader.ts'

export interface StoragePlace {
  readonly dataDir: string
  readonly maxUploadBytes: number
}

/** Where uploads are stored, and who may go there. */
export interface StorageSettings {
  readonly blobs: BlobStorage
  /** Whether programs get audio from the object store itself. */
  readonly audioRedirect: boolean
  /** Whether clients may send the bytes of uploads to the object store itself. */
  readonly directTransfer: boolean
}

type BucketOption = 'SPINDLE_AUDIO_REDIRECT' | 'SPINDLE_DIRECT_TRANSFER'

const key = 'SPINDLE_BLOBS'

export function readStorage(reader: Reader, place: StoragePlace): StorageSettings {
  const blobs = readBlobStorage(reader, place)
  return {
    blobs,
    audioRedirect: readBucketOption(reader, 'SPINDLE_AUDIO_REDIRECT', blobs),
    directTransfer: readBucketOption(reader, 'SPINDLE_DIRECT_TRANSFER', blobs),
  }
}

function readBlobStorage(reader: Reader, { dataDir, maxUploadBytes }: StoragePlace): BlobStorage {
  const text = reader.text(key)
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(text ?? '')
  if (bucket) return readS3(reader, { name: bucket[1] ?? '', prefix: bucket[2] ?? '', dataDir, maxUploadBytes })
  requireUnused(reader)
  const usual: DiskStorage = { kind: 'disk', folder: join(dataDir, 'uploads') }
  if (text === undefined) return usual
  const folder = /^disk:(.+)$/.exec(text)?.[1]
  if (folder !== undefined) return { kind: 'disk', folder: resolve(folder) }
  reader.fail(
    key,
    `"${text}" is no storage`,
    'write disk:FOLDER or s3://BUCKET/PREFIX, or leave it out for the folder uploads in the data directory',
  )
  return usual
}

const mebibyte = 1024 * 1024
/** Stores take 10,000 parts of an object. */
const partsOfLargest = 9_000

interface Bucket extends StoragePlace {
  readonly name: string
  readonly prefix: string
}

function readS3(reader: Reader, { name, prefix, dataDir, maxUploadBytes }: Bucket): S3Storage {
  const folders = prefix.split('/').filter(Boolean)
  return {
    kind: 's3',
    bucket: name,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    endpoint: reader.url('SPINDLE_S3_ENDPOINT'),
    publicEndpoint: reader.url('SPINDLE_S3_PUBLIC_ENDPOINT'),
    region: reader.textOrDefault('SPINDLE_S3_REGION'),
    credentials: readCredentials(reader),
    tempFolder: resolve(reader.text('SPINDLE_TEMP_DIR') ?? join(dataDir, 'temp')),
    tempBytes: reader.bytes('SPINDLE_TEMP_BYTES', 64 * mebibyte, Number.MAX_SAFE_INTEGER),
    partBytes: Math.max(8, Math.ceil(maxUploadBytes / partsOfLargest / mebibyte)) * mebibyte,
  }
}

function readCredentials(reader: Reader): S3Storage['credentials'] {
  const accessKeyId = reader.text('SPINDLE_S3_ACCESS_KEY_ID')
  const secretAccessKey = reader.text('SPINDLE_S3_SECRET_ACCESS_KEY')
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey }
  if (accessKeyId !== undefined || secretAccessKey !== undefined)
    reader.fail('SPINDLE_S3_ACCESS_KEY_ID', 'and SPINDLE_S3_SECRET_ACCESS_KEY belong together', 'set both, or neither')
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
      'is on although uploads are stored on a disk, which no client can be sent to',
      'set SPINDLE_BLOBS=s3://BUCKET/PREFIX, or remove it',
    )
  return isOn
}
