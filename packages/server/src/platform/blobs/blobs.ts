import type { Readable } from 'node:stream'
import { AppError } from '@spindle/contract'
import type { Id } from '../values/ids.ts'

/** A blob is named by the upload it belongs to; names people gave never reach the storage. */
export type BlobKey = Id<'upl'>

/**
 * What a driver must know to find the bytes of a blob again. Other code does not look into it: the owner of the offset
 * also keeps the receipt that came with it, and changes both in one statement. A driver that finds everything by name
 * needs none.
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
  /** `complete` once it was finalised; until then only writers see it. */
  readonly state: 'partial' | 'complete'
  readonly bytes: number
}

/** What is durable of a blob, and how it is found again. */
export interface Durable {
  readonly position: number
  readonly receipt: BlobReceipt
}

/**
 * How much a sync makes durable: `all` of it, or `enough`, while more is coming: then a driver may leave out what it
 * would have to store twice, as long as something new is durable.
 */
export type SyncExtent = 'all' | 'enough'

/** A complete blob as a file of this machine. */
export interface LocalFile {
  readonly path: string
  /** Of the bytes as they came back from the storage; undefined where they were not moved. */
  readonly sha256: Buffer | undefined
}

/** Headers of the answer to a client that reads a blob directly from the storage. */
export interface AnswerHeaders {
  readonly contentType: string
  readonly contentDisposition: string | undefined
  readonly cacheControl: string
}

/** How long an address at the storage may be read at. */
export const readUrlSeconds = 300

/** How long an address at the storage takes the bytes of a part. */
export const partUrlSeconds = 900

/** Where one part of a blob is sent to: exactly so many bytes, by PUT. */
export interface PartUrl {
  /** From 1, in the order of the bytes. */
  readonly number: number
  readonly bytes: number
  readonly url: string
  readonly expiresAt: Date
}

export interface PartUrls {
  /** Of every part but the last. */
  readonly partBytes: number
  readonly parts: readonly PartUrl[]
}

/** What clients have sent to the storage so far. */
export interface Collected extends Durable {
  /** Numbers of all intact parts, also those after the first missing one. */
  readonly stored: ReadonlySet<number>
}

/**
 * Bytes that clients send to the storage themselves. The hub does not see them: code that uses such a blob compares its
 * digest first. Addresses hold until they end, whatever becomes of the blob meanwhile.
 */
export interface DirectTransfer {
  /** For a blob without a byte. `fence` as that of a writer. */
  begin(key: BlobKey, fence: number): Promise<BlobReceipt>
  /** Parts from the number `from` on, some at a time; undefined where the blob takes none any more, or never did. */
  listUrls(blob: BlobRef, wanted: { readonly size: number; readonly from: number }): Promise<PartUrls | undefined>
  /** What is durable according to the storage; undefined as for `listUrls`. */
  collect(blob: BlobRef, size: number): Promise<Collected | undefined>
  /** Whether more parts of the blob can come this way. */
  isOpen(receipt: BlobReceipt): boolean
  /** Whether any bytes of the blob may have come this way. */
  wasUsed(receipt: BlobReceipt): boolean
}

/** Where a writer begins. */
export interface WriterStart {
  readonly offset: number
  /** Grows with every writer of a blob. */
  readonly fence: number
  /** How long the blob will be; null while unknown. */
  readonly size: number | null
  /** Whose bytes they are: where writers wait for each other, owners take turns. Undefined for the hub's own work. */
  readonly owner?: string
}

/** Room for files on their way to or from a storage that is elsewhere. */
export interface TempRoom {
  readonly usedBytes: number
  readonly limitBytes: number
  /** Files that wait for room. */
  readonly waiting: number
}

/** What is stored of one blob, as the sweeper sees it. */
export interface BlobEntry {
  readonly key: BlobKey
  /** Of the most recent bytes. */
  readonly modifiedAt: Date
}

export interface ListedBlob extends BlobEntry {
  /** Whether it is a multipart upload that was never ended. A storage may have several for one blob, or none. */
  readonly isMultipart: boolean
  /** Of the complete blob that the receipt describes; undefined where the list did not show all of it. */
  completeBytes(receipt: BlobReceipt): number | undefined
  /** Whether the list showed what `deleteReplaced` would delete. */
  hasReplaced(receipt: BlobReceipt): boolean
}

/**
 * How often it pays to make the bytes of one body durable while more keep coming. What a driver's storage is good at
 * decides.
 */
export interface CheckpointPolicy {
  /**
   * A checkpoint is due when so many bytes came together since the last; at most twice as many are ever not durable.
   */
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
  /** Absent where clients cannot reach the storage. */
  readonly direct?: DirectTransfer
  /**
   * Continues a blob at `offset`: whatever was stored beyond it is discarded. Nothing an earlier writer still does, in
   * this process or another, can change a byte that a later one stored. Rejects when the bytes before `offset` are not
   * there.
   */
  openWriter(blob: BlobRef, start: WriterStart): Promise<BlobWriter>
  /**
   * Finalises a blob of `bytes` bytes whose writer is gone, or an empty one that never had any. Finalising what is
   * complete already changes nothing.
   */
  finalise(blob: BlobRef, bytes: number): Promise<BlobReceipt>
  /** Hears that a later receipt of the blob was committed: what only the earlier one named may go. Never rejects. */
  release(earlier: BlobRef, committed: BlobReceipt): Promise<void>
  /** Undefined when there is nothing of this name. */
  stat(blob: BlobRef): Promise<BlobStat | undefined>
  /** The bytes of a complete blob. */
  read(blob: BlobRef, range?: ByteRange): Promise<Readable>
  /** Where the file of a complete blob is, or would be; absent where the storage is not a disk of this machine. */
  pathOf?(key: BlobKey): string
  /** Names for complete blobs that are copied into the storage as files; absent where it is not a disk of this machine. */
  filePlaces?(): FilePlaces
  /**
   * An address at which anyone can read exactly the complete blob from the storage, for `readUrlSeconds` and whatever
   * happens to the blob's owner meanwhile. Undefined when this blob has none; absent when the storage has no such
   * addresses.
   */
  readUrl?(blob: BlobRef, answer: AnswerHeaders): Promise<string | undefined>
  /**
   * Runs `work` with a file that holds the complete blob and that exists at least until `work` settles. A driver
   * without local files downloads to a temporary one, within its own budget.
   */
  withLocalFile<T>(blob: BlobRef, work: (file: LocalFile) => Promise<T>): Promise<T>
  /**
   * The same for several at once, for requests that wait: `storage_unavailable` when the budget has no room for a
   * while. Within one another two calls of `withLocalFile` would keep the room that others wait for, and wait for them.
   */
  withLocalFiles<T>(blobs: readonly BlobRef[], work: (files: readonly LocalFile[]) => Promise<T>): Promise<T>
  /**
   * Stores a complete blob that consists of several pieces again as one, from a file that holds it; undefined where it
   * is one already. The pieces stay for readers with the earlier receipt, until `deleteReplaced`.
   */
  consolidate(blob: BlobRef, file: LocalFile): Promise<BlobReceipt | undefined>
  /**
   * Stores the bytes of a complete blob anew, in place of some that are lost or damaged; the receipt finds the new
   * ones. What is stored stays until the new bytes are durable. Rejects with `WrongBytesError` when they are others
   * than `expected`.
   */
  replace(blob: BlobRef, content: BlobContent, expected: ExpectedBytes): Promise<BlobReceipt>
  /**
   * Removes what is stored of a complete blob and not named by its receipt. Nobody may be about to commit another one.
   */
  deleteReplaced(blob: BlobRef): Promise<void>
  /**
   * Keeps something small that was made of a complete blob beside it, such as a picture of another size. It goes where
   * the blob is deleted and may be lost at any time: code that needs it makes it again. `name` has letters, digits, `-`
   * and `.`.
   */
  writeRendition(key: BlobKey, name: string, bytes: Uint8Array): Promise<void>
  /** Undefined when it was never kept, or is lost. After a crash it may be any part of what was written. */
  readRendition(key: BlobKey, name: string): Promise<Buffer | undefined>
  /** Removes everything of this name; removing nothing is not an error. */
  delete(key: BlobKey): Promise<void>
  /**
   * Everything stored, finished or not, in the order of `byPlace`. Of what is not finished a key may come once more, in
   * no order.
   */
  list(): AsyncIterable<ListedBlob>
  /**
   * Takes everything of this name off the list and keeps it. `at` becomes its `modifiedAt` there; reading it is not
   * promised.
   */
  quarantine(key: BlobKey, at: Date): Promise<void>
  /** Everything in quarantine, in no order; a key may come more than once. */
  listQuarantined(): AsyncIterable<BlobEntry>
  /** Brings everything of this name back from quarantine. */
  restoreQuarantined(key: BlobKey): Promise<void>
  /** Removes everything of this name from quarantine, for good. */
  deleteQuarantined(key: BlobKey): Promise<void>
  /** The text that names the hub this storage belongs to; undefined for a storage without a mark. */
  readMark(): Promise<string | undefined>
  /** Replaces the mark atomically: a reader sees the old one or the new one. */
  writeMark(text: string): Promise<void>
  /** Room for more, in bytes; undefined when the storage has no limit. */
  freeBytes(): Promise<number | undefined>
  /** As it is now; absent where bytes are not moved by way of files. */
  tempRooms?(): Readonly<Record<'uploads' | 'downloads', TempRoom>>
  /** Rejects when the storage cannot be worked with: `storage_full` where it has no room. */
  check(): Promise<void>
  /** Gives back what the driver holds, such as connections. After it nothing else is called. */
  close(): Promise<void>
}

/** Where new complete blobs are copied to. */
export interface FilePlaces {
  /** The folders are there; the file is not. */
  placeFor(key: BlobKey): Promise<FilePlace>
  /** Makes the names of all files durable. Their bytes are by then. */
  sync(): Promise<void>
}

/** Written as `draft`, synced, and renamed to `target`. */
export interface FilePlace {
  readonly draft: string
  readonly target: string
}

/** Bytes in pieces, such as a stream has. */
export type BlobContent = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** What bytes must be; the SHA-256 in hexadecimal. */
export interface ExpectedBytes {
  readonly bytes: number
  readonly sha256: string
}

/** Appends to one blob. Calls other than `sync` must not overlap. */
export interface BlobWriter {
  /** Where the next byte goes. After a failed write: after the last byte that was stored. */
  readonly position: number
  write(chunks: readonly Uint8Array[]): Promise<void>
  /** Resolves with what is durable now. Rejects with `SyncError`, after which the blob must be discarded. */
  sync(extent: SyncExtent): Promise<Durable>
  /** Drops what was stored from `offset` on. */
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

/** Bytes that were to be stored are not those that were expected. */
export class WrongBytesError extends Error {
  constructor() {
    super('the bytes are not those that were expected')
    this.name = 'WrongBytesError'
  }
}
