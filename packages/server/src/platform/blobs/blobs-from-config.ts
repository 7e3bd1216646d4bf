import { join } from 'node:path'
import type { Blobs } from './blobs.ts'
import { diskBlobs } from './disk/disk-blobs.ts'
import { diskObjects } from './disk/disk-objects.ts'
import type { Objects } from './objects.ts'
import { type S3BlobsOptions, s3Blobs } from './s3/s3-blobs.ts'
import { s3Objects } from './s3/s3-objects.ts'

/** Files below a folder. */
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

/** The storage for uploads that the configuration names. A driver is chosen here and nowhere else. */
export const blobsFrom = ({ blobs }: { readonly blobs: BlobStorage }): Blobs =>
  blobs.kind === 'disk' ? diskBlobs(blobs.folder) : s3Blobs(blobs)

/** Objects in a folder of their own in the same storage. */
export const objectsFrom = ({ blobs }: { readonly blobs: BlobStorage }, folder: string): Objects =>
  blobs.kind === 'disk'
    ? diskObjects(join(blobs.folder, folder))
    : s3Objects({ ...blobs, prefix: `${blobs.prefix}${folder}/` })
