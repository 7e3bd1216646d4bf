import type { BlobReceipt } from '../blobs.ts'
import { storageError } from '../storage-errors.ts'

/**
 * The receipt of a blob in an object store: its objects, in order. Only the first `bytes` bytes of an object count, so
 * bytes that an earlier writer still adds are past its end.
 */

/** One object in the store, and which bytes of the blob it contains. */
export interface Segment {
  /** The name in the folder of the blob. Never used twice. */
  readonly name: string
  /** The position of its first byte in the blob. */
  readonly start: number
  readonly bytes: number
  /** Until the object is complete: its multipart upload, and the parts that were committed. */
  readonly upload?: PartsUpload
  /** If clients send the parts: the size of each part. Their digests are unknown here. */
  readonly direct?: DirectParts
}

/** How a client splits a file that it sends directly to the store: all parts except the last have `partBytes` bytes. */
export interface DirectParts {
  readonly partBytes: number
}

/** A segment whose parts clients send. */
export interface DirectSegment extends Segment {
  readonly upload: PartsUpload
  readonly direct: DirectParts
}

/** True for a segment whose parts clients send directly to the store. */
export const isDirect = (segment: Segment): segment is Segment & Pick<DirectSegment, 'direct'> =>
  segment.direct !== undefined

/** The size of one part of a file of this total size; 0 after the last part. */
export const partBytesAt = ({ partBytes }: DirectParts, number: number, size: number): number =>
  Math.max(0, Math.min(partBytes, size - (number - 1) * partBytes))

/** A multipart upload, as far as it was committed. */
export interface PartsUpload {
  readonly id: string
  /** ETag and size of parts 1, 2, 3 and so on; empty if clients send the parts. */
  readonly parts: readonly (readonly [etag: string, bytes: number])[]
}

/** The content of a receipt. */
export interface Manifest {
  readonly isComplete: boolean
  readonly segments: readonly Segment[]
}

const version = 1

/** The manifest as stored in the row of an upload, with the version of this format. */
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

/** The segments of a complete blob. Throws if it is not complete. */
export function requireComplete(receipt: BlobReceipt): readonly Segment[] {
  const { isComplete, segments } = readReceipt(receipt)
  if (!isComplete) throw storageError(new Error('the blob is not complete'))
  return segments
}

/** The total size of the segments. */
export const bytesOf = (segments: readonly Segment[]): number => segments.reduce((sum, { bytes }) => sum + bytes, 0)

/** The first `bytes` bytes. Throws where there are fewer. */
export function cutSegments(segments: readonly Segment[], bytes: number): Segment[] {
  if (bytesOf(segments) < bytes) throw new Error('the bytes before the offset are not stored')
  return segments
    .filter(({ start }) => start < bytes)
    .map((segment) => ({ ...segment, bytes: Math.min(segment.bytes, bytes - segment.start) }))
}
