import { join } from 'node:path'
import type { Blobs } from './blobs.ts'
import { diskBlobs } from './disk/disk-blobs.ts'

/** The storage for uploads that the configuration names. A second driver is chosen here and nowhere else. */
export const blobsFrom = ({ dataDir }: { readonly dataDir: string }): Blobs => diskBlobs(join(dataDir, 'uploads'))
