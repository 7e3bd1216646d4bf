import type { BlobReceipt } from '../blobs.ts'
import { storageError } from '../storage-errors.ts'

/**
 * The receipt of a blob in an object store: the objects it consists of, in order. Of an object only the first
 * `bytes` bytes count, so bytes that an earlier writer still adds to one are past its end.
 */

/** One object in the store, and which bytes of the blob it holds. */
export interface Segment {
  /** In the folder of the blob. Never given twice. */
  readonly name: string
  /** Which byte of the blob its first one is. */
  readonly start: number
  readonly bytes: number
  /** Until the object is complete: the multipart upload it is made of, and the parts that were committed. */
  readonly upload?: PartsUpload
  /** Where clients send the parts: each has so many bytes, and their digests are unknown here. */
  readonly direct?: DirectParts
}

/** How a client cuts a file that it sends to the store itself: all parts but the last have `partBytes` bytes. */
export interface DirectParts {
  readonly partBytes: number
}

/** A segment whose parts clients send. */
export interface DirectSegment extends Segment {
  readonly upload: PartsUpload
  readonly direct: DirectParts
}

/** True for a segment whose parts clients send to the store, without the hub in between. */
export const isDirect = (segment: Segment): segment is Segment & Pick<DirectSegment, 'direct'> =>
  segment.direct !== undefined

/** The bytes of one part of so many bytes together; 0 after the last. */
export const partBytesAt = ({ partBytes }: DirectParts, number: number, size: number): number =>
  Math.max(0, Math.min(partBytes, size - (number - 1) * partBytes))

/** A multipart upload, as far as it was committed. */
export interface PartsUpload {
  readonly id: string
  /** ETag and bytes of parts 1, 2, 3 and so on; none of parts that clients send. */
  readonly parts: readonly (readonly [etag: string, bytes: number])[]
}

/** The content of a receipt. */
export interface Manifest {
  readonly isComplete: boolean
  readonly segments: readonly Segment[]
}

const version = 1

/** The manifest as the row of an upload keeps it, with the version of this form. */
export const toReceipt = ({ isComplete, segments }: Manifest): BlobReceipt => ({ v: version, isComplete, segments })

/**
 * The reverse of `toReceipt`; `null`, of a blob without bytes, is an empty manifest. Throws for a receipt of another
 * storage or version.
 */
export function readReceipt(receipt: BlobReceipt): Manifest {
  if (receipt === null) return { isComplete: false, segments: [] }
  if (receipt.v !== version) throw new Error('the receipt of the blob is of another storage')
  return receipt as unknown as Manifest
}

/** The segments of a blob that can be read. */
export function requireComplete(receipt: BlobReceipt): readonly Segment[] {
  const { isComplete, segments } = readReceipt(receipt)
  if (!isComplete) throw storageError(new Error('the blob is not complete'))
  return segments
}

/** How many bytes the segments hold together. */
export const bytesOf = (segments: readonly Segment[]): number => segments.reduce((sum, { bytes }) => sum + bytes, 0)

/** The first `bytes` bytes. Throws where there are fewer. */
export function cutSegments(segments: readonly Segment[], bytes: number): Segment[] {
  if (bytesOf(segments) < bytes) throw new Error('the bytes before the offset are not stored')
  return segments
    .filter(({ start }) => start < bytes)
    .map((segment) => ({ ...segment, bytes: Math.min(segment.bytes, bytes - segment.start) }))
}
