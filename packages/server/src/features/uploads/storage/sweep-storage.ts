import type { BlobKey } from '../../../platform/blobs/blobs.ts'
import { findUploadStates, listComplete } from '../model/upload-store.ts'
import { advanceMark, type StorageDependencies } from './claim-storage.ts'

/**
 * Compares rows and bytes in both directions. Bytes of uploads that have ended are deleted. Bytes without any row go to
 * quarantine for 30 days, a few at most unless a person confirms it: a mistake of an operator must not delete masters.
 * A row without bytes is an alarm and is never deleted.
 */

export interface SweepReport {
  /** Blobs looked at. */
  readonly blobs: number
  /** Without a row, and older than any request that could still be writing them. */
  readonly orphans: number
  /** Of those, moved to quarantine in this run. */
  readonly quarantined: number
  /** Why none was moved although there are some. */
  readonly held: 'after_restore' | 'too_many' | undefined
  /** Uploads whose bytes were not found. */
  readonly missing: number
}

const dayMs = 24 * 60 * 60_000
const quarantineMs = 30 * dayMs
const batchSize = 500
const maxOrphans = 1_000
const maxOrphanShare = 0.01

/** So many orphans a run are moved without a person: at most one in a hundred blobs, and 1,000. */
const allowedOrphans = (blobs: number): number => Math.min(maxOrphans, Math.max(1, Math.floor(blobs * maxOrphanShare)))

export async function sweepStorage(
  dependencies: StorageDependencies,
  { isConfirmed }: { readonly isConfirmed: boolean },
): Promise<SweepReport> {
  const { blobs, now, log } = dependencies
  const { sweepAfter } = await advanceMark(dependencies)
  const { count, orphans } = await findOrphans(dependencies)
  const held = isConfirmed ? undefined : whyHeld({ count, orphans: orphans.length, sweepAfter, now: now() })
  if (held) log.error('uploads.orphans_held', { orphans: orphans.length, blobs: count, reason: held })
  for (const key of held ? [] : orphans) {
    await blobs.quarantine(key, now())
    log.info('uploads.orphan_quarantined', { uploadId: key })
  }
  await tidyQuarantine(dependencies, held === undefined)
  const missing = await countMissing(dependencies)
  return { blobs: count, orphans: orphans.length, quarantined: held ? 0 : orphans.length, held, missing }
}

function whyHeld(found: {
  readonly count: number
  readonly orphans: number
  readonly sweepAfter: Date | null
  readonly now: Date
}): SweepReport['held'] {
  if (found.orphans === 0) return undefined
  if (found.sweepAfter && found.now < found.sweepAfter) return 'after_restore'
  return found.orphans > allowedOrphans(found.count) ? 'too_many' : undefined
}

async function findOrphans(dependencies: StorageDependencies): Promise<{ count: number; orphans: BlobKey[] }> {
  const { blobs, now } = dependencies
  const before = now().getTime() - dayMs
  const orphans: BlobKey[] = []
  let count = 0
  for await (const batch of batchesOf(blobs.list())) {
    count += batch.size
    const old = [...batch].filter(([, modifiedAt]) => modifiedAt.getTime() < before).map(([key]) => key)
    orphans.push(...(await deleteEnded(dependencies, old)))
  }
  return { count, orphans }
}

/** Deletes the bytes of uploads whose row says that they have ended; answers the keys without a row. */
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

/** What has its row again comes back; what nobody missed for 30 days goes. */
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

async function countMissing({ system, blobs, log }: StorageDependencies): Promise<number> {
  let missing = 0
  let after = ''
  for (;;) {
    const rows = await listComplete(system, after, batchSize)
    for (const { id, size, receipt } of rows) {
      const found = await blobs.stat({ key: id, receipt })
      if (found?.state === 'complete' && found.bytes >= size) continue
      missing += 1
      log.error('uploads.bytes_missing', { uploadId: id, found: found?.bytes ?? null, size })
    }
    const last = rows.at(-1)
    if (!last) return missing
    after = last.id
  }
}
