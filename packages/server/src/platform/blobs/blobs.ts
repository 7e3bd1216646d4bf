import type { Readable } from 'node:stream'
import { AppError } from '@spindle/contract'
import type { Id } from '../values/ids.ts'

/** A blob is named by its upload; names that people gave never reach the storage. */
export type BlobKey = Id<'upl'>

/**
 * What a driver needs to find the bytes of a blob again. Other code does not look into it: the owner of the offset also
 * keeps the receipt that came with it, and changes both in one statement. A driver that finds everything by name needs
 * no receipt.
 */
export type BlobReceipt = Readonly<Record<string, unknown>> | null

/** A blob as it was last committed. */
export interface BlobRef {
  readonly key: BlobKey
  readonly receipt: BlobReceipt
}

/** Both ends included, as in RFC 9110 section 14.1.2; both inside the blob. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** How much of a blob is stored. */
export interface BlobStat {
  /** `complete` once it was finalised; until then only writers can see it. */
  readonly state: 'partial' | 'complete'
  readonly bytes: number
}

/** The durable part of a blob, and how it is found again. */
export interface Durable {
  readonly position: number
  readonly receipt: BlobReceipt
}

/**
 * How much a sync makes durable: `all` of it, or `enough` if more bytes follow. A driver may then leave out bytes that
 * it would have to store twice, as long as some new ones become durable.
 */
export type SyncExtent = 'all' | 'enough'

/** A complete blob as a file on this machine. */
export interface LocalFile {
  readonly path: string
  /** The digest of the bytes as the storage returned them; undefined if they were not moved. */
  readonly sha256: Buffer | undefined
}

/** Headers of the answer to a client that reads a blob directly from the storage. */
export interface AnswerHeaders {
  readonly contentType: string
  readonly contentDisposition: string | undefined
  readonly cacheControl: string
}

/** How long an address at the storage can be used for reading. */
export const readUrlSeconds = 300

/** How long an address at the storage accepts the bytes of a part. */
export const partUrlSeconds = 900

/** The destination of one part of a blob: exactly so many bytes, by PUT. */
export interface PartUrl {
  /** From 1, in the order of the bytes. */
  readonly number: number
  readonly bytes: number
  readonly url: string
  readonly expiresAt: Date
}

export interface PartUrls {
  /** The size of every part except the last. */
  readonly partBytes: number
  readonly parts: readonly PartUrl[]
}

/** What clients have sent to the storage so far. */
export interface Collected extends Durable {
  /** Numbers of all intact parts, also those after the first missing one. */
  readonly stored: ReadonlySet<number>
}

/**
 * Bytes that clients send to the storage directly. They do not pass through the hub, so code that uses such a blob
 * compares its digest first. Addresses work until they expire, whatever happens to the blob.
 */
export interface DirectTransfer {
  /** For a blob without bytes. `fence` is like that of a writer. */
  begin(key: BlobKey, fence: number): Promise<BlobReceipt>
  /** Parts from the number `from` on, several at a time; undefined if the blob accepts none any more, or never did. */
  listUrls(blob: BlobRef, wanted: { readonly size: number; readonly from: number }): Promise<PartUrls | undefined>
  /** What is durable according to the storage; undefined as for `listUrls`. */
  collect(blob: BlobRef, size: number): Promise<Collected | undefined>
  /** Whether more parts of the blob can come this way. */
  isOpen(receipt: BlobReceipt): boolean
  /** Whether any bytes of the blob may have come this way. */
  wasUsed(receipt: BlobReceipt): boolean
}

/** The position at which a writer begins. */
export interface WriterStart {
  readonly offset: number
  /** Increases with every writer of a blob. */
  readonly fence: number
  /** The final length of the blob; null while unknown. */
  readonly size: number | null
  /**
   * The owner of the bytes: when writers wait for each other, owners take turns. Undefined for the hub's internal work.
   */
  readonly owner?: string
}

/** Space for files on their way to or from remote storage. */
export interface TempRoom {
  readonly usedBytes: number
  readonly limitBytes: number
  /** Files that wait for space. */
  readonly waiting: number
}

/** What is stored of one blob, as the sweeper sees it. */
export interface BlobEntry {
  readonly key: BlobKey
  /** The time of the most recent bytes. */
  readonly modifiedAt: Date
}

export interface ListedBlob extends BlobEntry {
  /**
   * Whether it is a multipart upload that was neither completed nor aborted. A storage may have several for one blob.
   */
  readonly isMultipart: boolean
  /** The bytes of the complete blob that the receipt describes; undefined if the list did not show all of it. */
  completeBytes(receipt: BlobReceipt): number | undefined
  /** Whether the list contained anything that `deleteReplaced` would delete. */
  hasReplaced(receipt: BlobReceipt): boolean
}

/**
 * How often to make the bytes of one body durable while more keep coming. It depends on what the storage does
 * efficiently.
 */
export interface CheckpointPolicy {
  /** A checkpoint is due after so many new bytes; at most twice as many are not durable at any time. */
  readonly everyBytes: number
  /** For slow senders: also after so much time, if at least `minBytes` bytes are new. */
  readonly everyMs: number
  /** Fewer bytes than this do not justify a checkpoint before the body ends. */
  readonly minBytes: number
}

/**
 * Storage for the bytes of uploads. It need not be a folder: a blob is appended to in order, then finalised, then read.
 * Errors are `storage_full` (no space or no quota) and `storage_unavailable` (everything else), with their causes.
 */
export interface Blobs {
  readonly checkpoints: CheckpointPolicy
  /** Absent if clients cannot reach the storage. */
  readonly direct?: DirectTransfer
  /**
   * Continues a blob at `offset`: anything stored beyond it is discarded. An earlier writer, in this process or
   * another, can no longer change a byte that a later one stored. Rejects if the bytes before `offset` are missing.
   */
  openWriter(blob: BlobRef, start: WriterStart): Promise<BlobWriter>
  /**
   * Finalises a blob of `bytes` bytes whose writer has ended, or an empty one that never had a writer. Finalising a
   * complete blob changes nothing.
   */
  finalise(blob: BlobRef, bytes: number): Promise<BlobReceipt>
  /** Called after a later receipt was committed: deletes what only the earlier one named. Never rejects. */
  release(earlier: BlobRef, committed: BlobReceipt): Promise<void>
  /** Undefined when there is nothing of this name. */
  stat(blob: BlobRef): Promise<BlobStat | undefined>
  /** The bytes of a complete blob. */
  read(blob: BlobRef, range?: ByteRange): Promise<Readable>
  /**
   * The path that the file of a complete blob has or would have; absent if the storage is not a disk of this machine.
   */
  pathOf?(key: BlobKey): string
  /** Names for complete blobs that are copied into the storage as files; absent if it is not a disk of this machine. */
  filePlaces?(): FilePlaces
  /**
   * An address at which anyone can read exactly the complete blob from the storage, for `readUrlSeconds`, whatever
   * happens to the blob's owner. Undefined if this blob has none; absent if the storage has no such addresses.
   */
  readUrl?(blob: BlobRef, answer: AnswerHeaders): Promise<string | undefined>
  /**
   * Runs `work` with a file that contains the complete blob and exists at least until `work` settles. A driver without
   * local files downloads to a temporary one, within its budget.
   */
  withLocalFile<T>(blob: BlobRef, work: (file: LocalFile) => Promise<T>): Promise<T>
  /**
   * The same for several at once, for requests that wait: `storage_unavailable` if the budget stays used up for a
   * while. Nested calls of `withLocalFile` would hold the space that others wait for, and wait for them: a deadlock.
   */
  withLocalFiles<T>(blobs: readonly BlobRef[], work: (files: readonly LocalFile[]) => Promise<T>): Promise<T>
  /**
   * Stores a complete blob that consists of several pieces again as one, from a file that contains it; undefined if it
   * is one piece already. The pieces stay for readers with the earlier receipt, until `deleteReplaced`.
   */
  consolidate(blob: BlobRef, file: LocalFile): Promise<BlobReceipt | undefined>
  /**
   * Stores the bytes of a complete blob again, in place of lost or damaged ones; the receipt finds the new ones. The
   * old bytes stay until the new ones are durable. Rejects with `WrongBytesError` if the bytes are not those in
   * `expected`.
   */
  replace(blob: BlobRef, content: BlobContent, expected: ExpectedBytes): Promise<BlobReceipt>
  /**
   * Removes the stored objects of a complete blob that its receipt does not name. No other receipt may be committed
   * meanwhile.
   */
  deleteReplaced(blob: BlobRef): Promise<void>
  /**
   * Stores what was derived from a complete blob next to it, such as a picture of another size. It is deleted with the
   * blob and may be lost at any time: code that needs it makes it again. `name` has letters, digits, `-` and `.`. A
   * stream is not kept in memory. Until its end, and if it fails, readers find what was there before.
   */
  writeRendition(key: BlobKey, name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** Undefined if it was never stored, or is lost. After a crash it may be any part of what was written. */
  readRendition(key: BlobKey, name: string): Promise<Buffer | undefined>
  /** A part of one that was written as a stream, of which a crash leaves all or nothing. */
  openRendition(key: BlobKey, name: string, range: ByteRange): Promise<Readable | undefined>
  /** It is not an error if there is none. */
  deleteRendition(key: BlobKey, name: string): Promise<void>
  /** Removes everything of this name; it is not an error if there is nothing. */
  delete(key: BlobKey): Promise<void>
  /**
   * Everything stored, finished or not, in the order of `byPlace`. For unfinished blobs a key may appear once more, in
   * any order.
   */
  list(): AsyncIterable<ListedBlob>
  /**
   * Moves everything of this name into quarantine. `at` becomes its `modifiedAt` there. It need not be readable there.
   */
  quarantine(key: BlobKey, at: Date): Promise<void>
  /** Everything in quarantine, in any order; a key may appear more than once. */
  listQuarantined(): AsyncIterable<BlobEntry>
  /** Restores everything of this name from quarantine. */
  restoreQuarantined(key: BlobKey): Promise<void>
  /** Permanently removes everything of this name from quarantine. */
  deleteQuarantined(key: BlobKey): Promise<void>
  /** The text that identifies the hub this storage belongs to; undefined for a storage without a mark. */
  readMark(): Promise<string | undefined>
  /** Replaces the mark atomically: a reader gets the old one or the new one. */
  writeMark(text: string): Promise<void>
  /** Free space in bytes; undefined if the storage has no limit. */
  freeBytes(): Promise<number | undefined>
  /** The current use of temporary files; absent if the driver needs none. */
  tempRooms?(): Readonly<Record<'uploads' | 'downloads', TempRoom>>
  /** Rejects if the storage cannot be used: `storage_full` if it has no space. */
  check(): Promise<void>
  /** Releases what the driver holds, such as connections. It is the last call. */
  close(): Promise<void>
}

/** The destination of new complete blobs. */
export interface FilePlaces {
  /** The folders exist; the file does not. */
  placeFor(key: BlobKey): Promise<FilePlace>
  /** Makes the names of all files durable. Their bytes already are. */
  sync(): Promise<void>
}

/** Written as `draft`, synced, and renamed to `target`. */
export interface FilePlace {
  readonly draft: string
  readonly target: string
}

/** Bytes in pieces, as a stream has them. */
export type BlobContent = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The expected length and digest; the SHA-256 in hexadecimal. */
export interface ExpectedBytes {
  readonly bytes: number
  readonly sha256: string
}

/** Appends to one blob. Calls other than `sync` must not overlap. */
export interface BlobWriter {
  /** The position of the next byte. After a failed write: after the last byte that was stored. */
  readonly position: number
  write(chunks: readonly Uint8Array[]): Promise<void>
  /** Resolves with what is durable now. Rejects with `SyncError`; the blob must then be discarded. */
  sync(extent: SyncExtent): Promise<Durable>
  /** Drops everything from `offset` on. */
  truncate(offset: number): Promise<void>
  /** Makes the blob, as long as `position`, durable and complete, and closes the writer. */
  finalise(): Promise<BlobReceipt>
  close(): Promise<void>
}

/**
 * The storage could not make bytes durable, and it is unknown which. Final for the blob: a second fsync may report
 * success although the pages of the first are lost, so it is never repeated.
 */
export class SyncError extends AppError {
  constructor(cause: unknown) {
    super('storage_unavailable', { cause })
    this.name = 'SyncError'
  }
}

/** The bytes are not those that were expected. */
export class WrongBytesError extends Error {
  constructor() {
    super('the bytes are not those that were expected')
    this.name = 'WrongBytesError'
  }
}
