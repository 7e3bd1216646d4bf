import { join } from 'node:path'
import type { Blobs } from './blobs.ts'
import { diskBlobs } from './disk/disk-blobs.ts'
import { diskObjects } from './disk/disk-objects.ts'
import type { Objects } from './objects.ts'
import type { OnStoreRequest } from './s3/requests.ts'
import { type S3BlobsOptions, s3Blobs } from './s3/s3-blobs.ts'
import { s3Objects } from './s3/s3-objects.ts'

/** Files in a folder. */
export interface DiskStorage {
  readonly kind: 'disk'
  readonly folder: string
}

/** Objects in a bucket. */
export interface S3Storage extends S3BlobsOptions {
  readonly kind: 's3'
}

/** Where the bytes of uploads are stored. */
export type BlobStorage = DiskStorage | S3Storage

/** The part of the configuration that selects the storage driver. */
export interface StorageOptions {
  readonly blobs: BlobStorage
  /** Called for each request to an object store. */
  readonly onStoreRequest?: OnStoreRequest
}

/** The storage for uploads that the configuration names. The driver is selected only here. */
export const blobsFrom = ({ blobs, onStoreRequest: onRequest }: StorageOptions): Blobs =>
  blobs.kind === 'disk' ? diskBlobs(blobs.folder) : s3Blobs({ ...blobs, onRequest })

/** Objects in a separate folder of the same storage. */
export const objectsFrom = ({ blobs, onStoreRequest: onRequest }: StorageOptions, folder: string): Objects =>
  blobs.kind === 'disk'
    ? diskObjects(join(blobs.folder, folder))
    : s3Objects({ ...blobs, onRequest, prefix: `${blobs.prefix}${folder}/` })
