import { buffer } from 'node:stream/consumers'
import { systemClock } from '../../clock.ts'
import { lookupCache } from '../../concurrency/lookup-cache.ts'
import { type BlobReceipt, type BlobRef, type BlobStat, type Blobs, readUrlSeconds } from '../blobs.ts'
import { guarded } from '../storage-errors.ts'
import { completeSegments } from './complete-segments.ts'
import { consolidate, putExpected } from './consolidate.ts'
import { directTransfer } from './direct-transfer.ts'
import { listing, namesBelow } from './listing.ts'
import { type ObjectStore, objectStore } from './object-store.ts'
import { payloadOf } from './payload.ts'
import { type PresigningOptions, presigning } from './presigning.ts'
import { putObject } from './put-object.ts'
import { readSegments, withDownload, withDownloads } from './reading.ts'
import { bytesOf, cutSegments, readReceipt, requireComplete, toReceipt } from './receipt.ts'
import { openS3Writer } from './s3-writer.ts'
import { tempFiles } from './temp-files.ts'

export interface S3BlobsOptions extends PresigningOptions {
  /** The prefix of every name; empty, or ends with a slash. */
  readonly prefix: string
  readonly tempFolder: string
  /** Half of it is for incoming bytes, half for files that are analysed. */
  readonly tempBytes: number
  readonly partBytes: number
  /** An upload whose next part gets no space for this long should be resumed later. */
  readonly spoolPatienceMs?: number
}

/**
 * Blobs in an object store. `uploads/SHARD/KEY/` has the objects of a blob, under names that are never used twice, and
 * files derived from it. `quarantine/KEY/TIME` marks a blob without a row, `hub-id` identifies the hub this storage
 * belongs to.
 */
export function s3Blobs(options: S3BlobsOptions): Blobs {
  const { prefix, tempFolder, tempBytes, partBytes, spoolPatienceMs = 20_000 } = options
  const store = objectStore(options)
  const signed = presigning(options)
  const names = namesBelow(prefix)
  const lengths = lookupCache<number | undefined>({ clock: systemClock, ...keptLengths })
  const half = Math.floor(tempBytes / 2)
  const spools = tempFiles({ folder: tempFolder, limitBytes: half, patienceMs: spoolPatienceMs })
  const downloads = tempFiles({ folder: tempFolder, limitBytes: half })
  const writing = { store, spools, partBytes }
  const downloadOf = ({ key, receipt }: BlobRef) => ({
    store,
    folder: names.folder(key),
    segments: requireComplete(receipt),
  })
  return {
    checkpoints,
    direct: directTransfer({ store, signed, names, partBytes }),
    openWriter: ({ key, receipt }, start) => openS3Writer({ ...writing, folder: names.folder(key), receipt, start }),
    finalise: ({ key, receipt }, bytes) =>
      guarded(async () => {
        const manifest = readReceipt(receipt)
        const segments = cutSegments(manifest.segments, bytes)
        if (manifest.isComplete) return receipt
        return toReceipt({ isComplete: true, segments: await completeSegments(store, names.folder(key), segments) })
      }),
    release: ({ key, receipt }, committed) => releaseObjects(store, names.folder(key), { receipt, committed }),
    stat: (blob) => guarded(() => stat(store, names.folder(blob.key), blob)),
    read: ({ key, receipt }, range) =>
      guarded(async () => readSegments(store, names.folder(key), requireComplete(receipt), range)),
    readUrl: ({ key, receipt }, answer) =>
      guarded(async () => {
        const [segment, ...others] = requireComplete(receipt)
        if (!segment || others.length > 0) return undefined
        const name = `${names.folder(key)}${segment.name}`
        // A crashed process may have sent more after the end.
        if ((await lengths.get(name, () => store.head(name))) !== segment.bytes) return undefined
        return signed.read(name, answer, readUrlSeconds)
      }),
    withLocalFile: async (blob, work) => withDownload(downloads, downloadOf(blob), work),
    withLocalFiles: async (blobs, work) =>
      withDownloads(downloads, { downloads: blobs.map(downloadOf), patienceMs: spoolPatienceMs }, work),
    consolidate: ({ key, receipt }, file) =>
      guarded(() => consolidate({ ...writing, folder: names.folder(key) }, requireComplete(receipt), file)),
    // Under new names: the objects that the old receipt named are deleted with everything that was replaced.
    replace: ({ key }, content, expected) => putExpected({ ...writing, folder: names.folder(key) }, content, expected),
    writeRendition: (key, name, content) =>
      guarded(() =>
        content instanceof Uint8Array
          ? store.put(names.rendition(key, name), payloadOf(content))
          : putObject(writing, { name: names.rendition(key, name), content, bytes: null, accept: async () => {} }),
      ),
    readRendition: (key, name) => guarded(() => readWhole(store, names.rendition(key, name))),
    openRendition: (key, name, range) => guarded(() => store.get(names.rendition(key, name), range)),
    deleteRendition: (key, name) => guarded(() => store.remove(names.rendition(key, name))),
    ...listing(store, names),
    readMark: () => guarded(async () => (await readWhole(store, names.mark))?.toString('utf8')),
    writeMark: (text) => guarded(() => store.put(names.mark, payloadOf(Buffer.from(text)))),
    freeBytes: async () => undefined,
    tempRooms: () => ({ uploads: spools.room, downloads: downloads.room }),
    check: () => guarded(() => store.checkBucket()),
    close: async () => {
      await signed.close()
      await store.close()
    },
  }
}

/** A name is written once, so the length of an object does not change. */
const keptLengths = { ttlMs: 60 * 60_000, maxEntries: 10_000 }

/** A part is stored as soon as it is complete; a checkpoint only records it, and stores what is less than a part. */
const checkpoints = { everyBytes: 32 * 1024 * 1024, everyMs: 10_000, minBytes: 64 * 1024 }

async function readWhole(store: ObjectStore, name: string): Promise<Buffer | undefined> {
  const body = await store.get(name)
  return body && buffer(body)
}

async function stat(store: ObjectStore, folder: string, { receipt }: BlobRef): Promise<BlobStat | undefined> {
  if (receipt === null) return undefined
  const { isComplete, segments } = readReceipt(receipt)
  for (const { name, bytes, upload } of segments) {
    const isThere = upload
      ? (await store.listParts(`${folder}${name}`, upload.id)) !== undefined
      : ((await store.head(`${folder}${name}`)) ?? -1) >= bytes
    if (!isThere) return undefined
  }
  return { state: isComplete ? 'complete' : 'partial', bytes: bytesOf(segments) }
}

interface Receipts {
  readonly receipt: BlobReceipt
  readonly committed: BlobReceipt
}

/**
 * Tails are the objects that were complete from the start. A multipart upload for clients without any counted byte is
 * never completed. If a deletion fails, the objects stay until the blob is deleted.
 */
async function releaseObjects(store: ObjectStore, folder: string, { receipt, committed }: Receipts): Promise<void> {
  const kept = new Set(readReceipt(committed).segments.map(({ name }) => name))
  const released = readReceipt(receipt).segments.filter(({ name }) => !kept.has(name))
  await Promise.allSettled(
    released.map(async ({ name, upload, direct }) => {
      if (!upload) await store.remove(`${folder}${name}`)
      else if (direct) await store.abortUpload(`${folder}${name}`, upload.id)
    }),
  )
}
