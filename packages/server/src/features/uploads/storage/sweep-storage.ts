import type { BlobKey, BlobStat, ListedBlob } from '../../../platform/blobs/blobs.ts'
import { byPlace } from '../../../platform/blobs/places.ts'
import { mergeOrdered } from '../../../platform/concurrency/merge-ordered.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import {
  findReady,
  findStored,
  findUploadStates,
  listByPlace,
  type PlacedUpload,
  type StoredUpload,
  type UploadId,
} from '../model/upload-queries.ts'
import { advanceMark, type StorageDependencies } from './claim-storage.ts'

/**
 * Compares rows and bytes in both directions. Bytes of ended uploads are deleted. Bytes without a row go to quarantine
 * for 30 days, only a few unless a person confirms it: a mistake of an operator must not delete masters. Bytes in
 * addition to those that a row names are kept equally long: an earlier row, restored from a backup, may name them. A
 * row without bytes is an alarm and is never deleted.
 */

export interface SweepReport {
  /** The number of blobs. */
  readonly blobs: number
  /** Without a row, and older than any request that could still be writing them. */
  readonly orphans: number
  /** Of those, moved to quarantine in this run. */
  readonly quarantined: number
  /** The reason why none was moved although there are some. */
  readonly held: 'after_restore' | 'too_many' | undefined
  /** Uploads whose bytes were not found. */
  readonly missing: number
  /** Multipart uploads that are open in an object store. */
  readonly multipartUploads: number
}

const dayMs = 24 * 60 * 60_000
const quarantineMs = 30 * dayMs
const batchSize = 500
const maxOrphans = 1_000
const maxOrphanShare = 0.01

/** How many orphans a run moves without a confirmation: at most one in a hundred blobs, and 1,000. */
const allowedOrphans = (blobs: number): number => Math.min(maxOrphans, Math.max(1, Math.floor(blobs * maxOrphanShare)))

export async function sweepStorage(
  dependencies: StorageDependencies,
  { isConfirmed }: { readonly isConfirmed: boolean },
): Promise<SweepReport> {
  const { blobs: storage, now, log } = dependencies
  const { sweepAfter } = await advanceMark(dependencies)
  const quarantine = async (keys: readonly BlobKey[]): Promise<void> => {
    for (const key of keys) {
      await storage.quarantine(key, now())
      log.info('uploads.orphan_quarantined', { uploadId: key })
    }
  }
  // With a wrong database all of them are orphans: the exact number above the limit does not matter.
  const kept: BlobKey[] = []
  const { blobs, orphans, missing, multipartUploads } = await compareAll(dependencies, {
    async onOrphans(found) {
      if (isConfirmed) await quarantine(found)
      else if (kept.length <= maxOrphans) kept.push(...found)
    },
    async onReplaced(found) {
      if (!isAfterRestore(sweepAfter, now())) await deleteReplaced(dependencies, found)
    },
  })
  const held = isConfirmed ? undefined : whyHeld({ count: blobs, orphans, sweepAfter, now: now() })
  if (held) log.error('uploads.orphans_held', { orphans, blobs, reason: held })
  else await quarantine(kept)
  await tidyQuarantine(dependencies, held === undefined)
  return { blobs, orphans, quarantined: held ? 0 : orphans, held, missing, multipartUploads }
}

function whyHeld(found: {
  readonly count: number
  readonly orphans: number
  readonly sweepAfter: Date | null
  readonly now: Date
}): SweepReport['held'] {
  if (found.orphans === 0) return undefined
  if (isAfterRestore(found.sweepAfter, found.now)) return 'after_restore'
  return found.orphans > allowedOrphans(found.count) ? 'too_many' : undefined
}

const isAfterRestore = (sweepAfter: Date | null, now: Date): boolean => sweepAfter !== null && now < sweepAfter

interface Findings {
  onOrphans(keys: readonly BlobKey[]): Promise<void>
  /** These may have more stored bytes than their rows name, for a long time. */
  onReplaced(keys: readonly BlobKey[]): Promise<void>
}

/** Stored blobs and rows in parallel, both in the order of their folders, so that no request per upload is needed. */
async function compareAll(
  dependencies: StorageDependencies,
  { onOrphans, onReplaced }: Findings,
): Promise<Pick<SweepReport, 'blobs' | 'orphans' | 'missing' | 'multipartUploads'>> {
  const { system, blobs, now } = dependencies
  const before = now().getTime() - dayMs
  const longBefore = now().getTime() - quarantineMs
  const found = { blobs: 0, orphans: 0, missing: 0, multipartUploads: 0 }
  let unwanted: BlobKey[] = []
  let replaced: BlobKey[] = []
  const judge = async (): Promise<void> => {
    const orphans = await deleteEnded(dependencies, [...new Set(unwanted)])
    found.orphans += orphans.length
    unwanted = []
    await onOrphans(orphans)
    await onReplaced([...new Set(replaced)])
    replaced = []
  }
  const pairs = mergeOrdered(blobs.list(), uploadsByPlace(system), (blob, { id }) => byPlace(blob.key, id))
  let last: BlobKey | undefined
  for await (const [blob, upload] of pairs) {
    if (blob && blob.key !== last) found.blobs += 1
    last = blob?.key ?? last
    if (blob?.isMultipart) found.multipartUploads += 1
    const isUnwanted = blob && (!upload || upload.isEnded) && blob.modifiedAt.getTime() < before
    if (isUnwanted) unwanted.push(blob.key)
    if (blob && blob.modifiedAt.getTime() < longBefore && seemsReplaced(blob, upload)) replaced.push(blob.key)
    if (unwanted.length + replaced.length >= batchSize) await judge()
    if (upload && seemsMissing(upload, blob) && (await isMissing(dependencies, upload.id))) found.missing += 1
  }
  await judge()
  return found
}

async function* uploadsByPlace(system: Sql): AsyncGenerator<PlacedUpload> {
  let after = ''
  for (;;) {
    const uploads = await listByPlace(system, after, batchSize)
    yield* uploads
    const last = uploads.at(-1)
    if (!last) return
    after = last.id
  }
}

const seemsMissing = ({ stored }: PlacedUpload, blob: ListedBlob | undefined): boolean =>
  stored !== null && (blob?.completeBytes(stored.receipt) ?? -1) < stored.size

/** Unfinished blobs are in no order, and so have no row here. */
const seemsReplaced = (blob: ListedBlob, upload: PlacedUpload | undefined): boolean =>
  upload === undefined || (upload.stored !== null && blob.hasReplaced(upload.stored.receipt))

/** The list may be older than the row, so both are read again. */
async function isMissing({ system, blobs, log }: StorageDependencies, id: UploadId): Promise<boolean> {
  const upload = await findStored(system, id)
  if (!upload) return false
  const found = await blobs.stat({ key: id, receipt: upload.receipt })
  if (isWhole(found, upload)) return false
  log.error('uploads.bytes_missing', { uploadId: id, found: found?.bytes ?? null, size: upload.size })
  return true
}

const isWhole = (found: BlobStat | undefined, { size }: StoredUpload): boolean =>
  found?.state === 'complete' && found.bytes >= size

/**
 * Only of uploads that are ready, because their receipt no longer changes, and only while everything that it names
 * exists.
 */
async function deleteReplaced({ system, blobs, log }: StorageDependencies, keys: readonly BlobKey[]): Promise<void> {
  for (const upload of keys.length > 0 ? await findReady(system, keys) : []) {
    const blob = { key: upload.id, receipt: upload.receipt }
    if (!isWhole(await blobs.stat(blob), upload)) continue
    await blobs.deleteReplaced(blob)
    log.info('uploads.replaced_bytes_deleted', { uploadId: upload.id })
  }
}

/** Deletes the bytes of uploads that have ended according to their row; returns the keys without a row. */
async function deleteEnded(dependencies: StorageDependencies, keys: readonly BlobKey[]): Promise<BlobKey[]> {
  const { system, blobs, log, findOtherKeys } = dependencies
  const states = await findUploadStates(system, keys)
  const others = await findOtherKeys(system, keys)
  for (const key of keys) {
    if (states.get(key) !== 'ended') continue
    await blobs.delete(key)
    log.info('uploads.ended_bytes_deleted', { uploadId: key })
  }
  return keys.filter((key) => !states.has(key) && !others.has(key))
}

/** Restores bytes that have a row again, and deletes the others after 30 days. */
async function tidyQuarantine(dependencies: StorageDependencies, mayDelete: boolean): Promise<void> {
  const { system, blobs, now, log, findOtherKeys } = dependencies
  const before = now().getTime() - quarantineMs
  for await (const batch of batchesOf(blobs.listQuarantined())) {
    const states = await findUploadStates(system, [...batch.keys()])
    const others = await findOtherKeys(system, [...batch.keys()])
    for (const [key, quarantinedAt] of batch) {
      if (states.get(key) === 'living' || others.has(key)) {
        await blobs.restoreQuarantined(key)
        log.warn('uploads.orphan_restored', { uploadId: key })
      } else if (mayDelete && quarantinedAt.getTime() < before) {
        await blobs.deleteQuarantined(key)
        log.info('uploads.orphan_deleted', { uploadId: key })
      }
    }
  }
}

async function* batchesOf(
  entries: AsyncIterable<{ readonly key: BlobKey; readonly modifiedAt: Date }>,
): AsyncGenerator<ReadonlyMap<BlobKey, Date>> {
  let batch = new Map<BlobKey, Date>()
  for await (const { key, modifiedAt } of entries) {
    const other = batch.get(key)
    batch.set(key, other && other > modifiedAt ? other : modifiedAt)
    if (batch.size < batchSize) continue
    yield batch
    batch = new Map()
  }
  if (batch.size > 0) yield batch
}
