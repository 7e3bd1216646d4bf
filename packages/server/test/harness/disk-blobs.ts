import type { BlobKey, BlobRef, WriterStart } from '../../src/platform/blobs/blobs.ts'

/** A blob on the disk, which needs no receipt. */
export const onDisk = (key: BlobKey): BlobRef => ({ key, receipt: null })

/** Where the first writer of a blob begins. */
export const atStart: WriterStart = { offset: 0, fence: 1, size: null }
