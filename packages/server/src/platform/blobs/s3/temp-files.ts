import { createHash, type Hash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '@spindle/contract'
import type { TempRoom } from '../blobs.ts'
import { fileBody } from './file-body.ts'

/**
 * Files for bytes on their way to or from remote storage. They are unlinked as soon as they are open, so a crash leaves
 * none behind. Their total size is limited: a file that would exceed the limit waits for others to close.
 */
export interface TempFiles {
  /** True while less than a quarter of the space is in use. */
  readonly isAmple: boolean
  readonly room: TempRoom
  /**
   * Waits for space for `bytes` bytes; throws `storage_full` if the disk has less, `storage_unavailable` after waiting
   * too long.
   */
  open(bytes: number): Promise<TempFile>
  /** Several that are used together: either there is space for all of them, or all wait. */
  openAll(bytes: readonly number[], patienceMs?: number): Promise<readonly TempFile[]>
}

/** Open, and unlinked if the system allows it. */
export interface TempFile {
  readonly handle: FileHandle
  /** Opens the same file again, as long as this one is open. */
  readonly path: string
  close(): Promise<void>
}

/** The folder of the files, and their maximum total size. */
export interface TempFilesOptions {
  readonly folder: string
  readonly limitBytes: number
  /** How long to wait for other files; undefined: until they close. */
  readonly patienceMs?: number
}

const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
const hasDescriptorPaths = process.platform === 'linux'

/** The folder is created, for this user only, when the first file is opened. */
export function tempFiles({ folder, limitBytes, patienceMs }: TempFilesOptions): TempFiles {
  const room = roomFor(limitBytes)
  /** Reserved space, which is released with the file. */
  const openTaken = async (bytes: number): Promise<TempFile> => {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await requireSpace(folder, bytes)
      const path = join(folder, randomUUID())
      const handle = await open(path, flags, 0o600)
      if (hasDescriptorPaths) await unlink(path)
      return {
        handle,
        path: hasDescriptorPaths ? `/proc/self/fd/${handle.fd}` : path,
        async close() {
          room.give(bytes)
          await handle.close()
          if (!hasDescriptorPaths) await unlink(path)
        },
      }
    } catch (error) {
      room.give(bytes)
      throw error
    }
  }
  return {
    get isAmple() {
      return room.isAmple
    },
    get room() {
      return { usedBytes: room.used, limitBytes, waiting: room.waiting }
    },
    async open(bytes) {
      await room.take(bytes, patienceMs)
      return openTaken(bytes)
    },
    async openAll(bytes, patience = patienceMs) {
      await room.take(sumOf(bytes), patience)
      const opened = await Promise.allSettled(bytes.map(openTaken))
      const files = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const failed = opened.find((one) => one.status === 'rejected')
      if (!failed) return files
      await Promise.all(files.map((file) => file.close()))
      throw failed.reason
    },
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= bytes) return
  throw new AppError('storage_full', {
    detail: 'The hub has too little space for temporary files. Stored data is not affected. Try again later.',
    retryAfterSeconds: 60,
  })
}

interface Waiting {
  readonly bytes: number
  readonly begin: () => void
}

/** In the order of the requests; one that is larger than the limit gets all of it. */
function roomFor(limit: number) {
  let waiting: Waiting[] = []
  let used = 0
  const fits = (bytes: number): boolean => used === 0 || used + bytes <= limit
  const begin = (): void => {
    for (let next = waiting[0]; next && fits(next.bytes); next = waiting[0]) {
      waiting.shift()
      used += next.bytes
      next.begin()
    }
  }
  return {
    get isAmple() {
      return used < limit / 4
    },
    get used() {
      return used
    },
    get waiting() {
      return waiting.length
    },
    async take(bytes: number, patienceMs: number | undefined): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const place = { bytes, begin: resolve }
      waiting.push(place)
      begin()
      const giveUp = (): void => {
        waiting = waiting.filter((other) => other !== place)
        reject(new AppError('storage_unavailable', { detail: tooMuch, retryAfterSeconds: 5 }))
        begin()
      }
      const timer = patienceMs !== undefined && waiting.includes(place) ? setTimeout(giveUp, patienceMs) : undefined
      await promise.finally(() => clearTimeout(timer))
    },
    give(bytes: number): void {
      used -= bytes
      begin()
    },
  }
}

const tooMuch =
  'Too many files are being transferred to or from the storage. Stored data is not affected. Try again later.'

/** The bytes of one part, from the first byte until they are sent. */
export interface Spool {
  readonly bytes: number
  append(chunk: Uint8Array): Promise<void>
  /** Drops everything after the first `bytes` bytes. */
  cut(bytes: number): Promise<void>
  /** The bytes so far; later bytes do not belong to the snapshot. */
  snapshot(): Snapshot
  /** The file is deleted once no snapshot is used any more. */
  close(): Promise<void>
}

/** The first bytes of a spool, to be sent as often as necessary. */
export interface Snapshot {
  readonly bytes: number
  readonly sha256: Buffer
  open(): Readable
  release(): Promise<void>
}

/** Reserves space for `maxBytes` before it resolves. Throws what `TempFiles.open` throws. */
export async function openSpool(files: TempFiles, maxBytes: number): Promise<Spool> {
  const file = await files.open(maxBytes)
  let hash = createHash('sha256')
  let bytes = 0
  let users = 1
  let isClosed = false
  const release = async (): Promise<void> => {
    users -= 1
    if (users === 0) await file.close()
  }
  return {
    get bytes() {
      return bytes
    },
    async append(chunk) {
      await writeAll(file.handle, chunk, bytes)
      hash.update(chunk)
      bytes += chunk.byteLength
    },
    async cut(to) {
      if (to === bytes) return
      hash = await hashStart(file.handle, to)
      bytes = to
    },
    snapshot() {
      users += 1
      const taken = bytes
      return {
        bytes: taken,
        sha256: hash.copy().digest(),
        open: () => fileBody(file.handle, taken),
        release: once(release),
      }
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await release()
    },
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < chunk.byteLength; )
    done += (await handle.write(chunk, done, chunk.byteLength - done, at + done)).bytesWritten
}

async function hashStart(handle: FileHandle, bytes: number): Promise<Hash> {
  const hash = createHash('sha256')
  if (bytes === 0) return hash
  for await (const chunk of handle.createReadStream({ start: 0, end: bytes - 1, autoClose: false }))
    hash.update(chunk as Buffer)
  return hash
}

const once = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}
