import type { Readable } from 'node:stream'
import { AppError } from '@spindle/contract'
import type { Id } from '../ids.ts'

/** A blob is named by the upload it belongs to; names people gave never reach the storage. */
export type BlobKey = Id<'upl'>

/** Both ends included, as in RFC 9110 section 14.1.2; both inside the blob. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** How much of a blob is stored. */
export interface BlobStat {
  /** `complete` once it was finalised; until then only writers see it. */
  readonly state: 'partial' | 'complete'
  readonly bytes: number
}

/** One stored thing, as the sweeper sees it. A blob may consist of several. */
export interface BlobEntry {
  readonly key: BlobKey
  readonly modifiedAt: Date
}

/** How often it pays to make the bytes of one body durable while more keep coming. What a driver's storage is good at decides. */
export interface CheckpointPolicy {
  /** A checkpoint is due when so many bytes came together since the last; at most twice as many are ever not durable. */
  readonly everyBytes: number
  /** And, for slow senders, when so much time went by since the last with at least `minBytes` new ones. */
  readonly everyMs: number
  /** Less than this is not worth a checkpoint before the body ends. */
  readonly minBytes: number
}

/**
 * Storage for the bytes of uploads. No folder is promised: a blob is appended to in order, then finalised, then read.
 * Errors are `storage_full` (no room or no quota) and `storage_unavailable` (everything else), causes inside.
 */
export interface Blobs {
  readonly checkpoints: CheckpointPolicy
  /**
   * Continues a blob at `offset`: whatever was stored beyond it is discarded. `fence` must grow with every writer of a
   * blob. Nothing an earlier writer still does, in this process or another, can change a byte that a later one stored.
   * Rejects when the bytes before `offset` are not there.
   */
  openWriter(key: BlobKey, at: { readonly offset: number; readonly fence: number }): Promise<BlobWriter>
  /** Finalises a blob of `bytes` bytes whose writer is gone, or an empty one that never had any. Finalising what is complete already changes nothing. */
  finalise(key: BlobKey, bytes: number): Promise<void>
  /** Undefined when there is nothing of this name. */
  stat(key: BlobKey): Promise<BlobStat | undefined>
  /** The bytes of a complete blob. */
  read(key: BlobKey, range?: ByteRange): Promise<Readable>
  /**
   * Runs `work` with the path of a file that holds the complete blob and that lives at least until `work` settles. A
   * driver without local files downloads to a temporary one, within a budget of its own.
   */
  withLocalFile<T>(key: BlobKey, work: (path: string) => Promise<T>): Promise<T>
  /**
   * Keeps something small that was made of a complete blob beside it, such as a picture of another size. It goes where
   * the blob goes and may be lost at any time: whoever needs it makes it again. `name` has letters, digits, `-` and `.`.
   */
  writeRendition(key: BlobKey, name: string, bytes: Uint8Array): Promise<void>
  /** Undefined when it was never kept, or is lost. After a crash it may be any part of what was written. */
  readRendition(key: BlobKey, name: string): Promise<Buffer | undefined>
  /** Removes everything of this name; removing nothing is no error. */
  delete(key: BlobKey): Promise<void>
  /** Everything stored, finished or not, in no order; a key may come more than once. */
  list(): AsyncIterable<BlobEntry>
  /** Takes everything of this name out of sight, as if deleted, but kept. `at` becomes its `modifiedAt` there. */
  quarantine(key: BlobKey, at: Date): Promise<void>
  /** Everything in quarantine, in no order; a key may come more than once. */
  listQuarantined(): AsyncIterable<BlobEntry>
  /** Brings everything of this name back from quarantine. */
  restoreQuarantined(key: BlobKey): Promise<void>
  /** Removes everything of this name from quarantine, for good. */
  deleteQuarantined(key: BlobKey): Promise<void>
  /** The text that says whose storage this is; undefined for one that was never marked. */
  readMark(): Promise<string | undefined>
  /** Replaces the mark: whoever reads it sees the old one or the new one. */
  writeMark(text: string): Promise<void>
  /** Room for more, in bytes; undefined where the storage knows no end. */
  freeBytes(): Promise<number | undefined>
  /** Rejects when the storage cannot be worked with, or has ever failed to make bytes durable since the start. */
  check(): Promise<void>
  /** Gives back what the driver holds, such as connections. After it nothing else is called. */
  close(): Promise<void>
}

/** Appends to one blob. Calls other than `sync` must not overlap. */
export interface BlobWriter {
  /** Where the next byte goes. After a failed write: behind the last byte that was stored. */
  readonly position: number
  write(chunks: readonly Uint8Array[]): Promise<void>
  /** Resolves with the position that is durable now. Rejects with `SyncError`, after which the blob must be discarded. */
  sync(): Promise<number>
  /** Drops what was stored from `offset` on. */
  truncate(offset: number): Promise<void>
  /** Makes the blob, as long as `position`, durable and complete, and closes the writer. */
  finalise(): Promise<void>
  close(): Promise<void>
}

/**
 * The storage could not make bytes durable. Final for the blob: a second fsync may report success although the pages
 * of the first are lost, so it is never repeated.
 */
export class SyncError extends AppError {
  constructor(cause: unknown) {
    super('storage_unavailable', { cause })
    this.name = 'SyncError'
  }
}
