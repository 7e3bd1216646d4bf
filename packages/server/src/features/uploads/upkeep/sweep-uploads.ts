import type { BlobKey, Blobs } from '../../../platform/blobs/blobs.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { defineJob, type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/log.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import { findLiving, listComplete } from '../model/upload-store.ts'

/**
 * Compares rows and bytes in both directions. Bytes without a row are deleted once they are older than any request
 * that could still be writing them; a row without bytes is an alarm and is never deleted.
 */

const sweepUploads = defineJob<Record<string, never>>('sweepUploads')

export interface SweepDependencies {
  readonly database: Database
  readonly blobs: Blobs
  readonly metrics: Metrics
  readonly now: () => Date
  readonly log: Log
}

const orphanAfterMs = 24 * 60 * 60_000
const batchSize = 500

export function sweepJob(dependencies: SweepDependencies): JobHandler {
  let missing = 0
  dependencies.metrics.gauge(
    'spindle_uploads_without_bytes',
    'Uploads whose bytes the last sweep did not find',
    () => missing,
  )
  return jobHandler({
    job: sweepUploads,
    cron: '17 3 * * *',
    async handle() {
      await deleteOrphans(dependencies)
      missing = await countMissing(dependencies)
    },
  })
}

async function deleteOrphans(dependencies: SweepDependencies): Promise<void> {
  const { blobs, now } = dependencies
  const before = now().getTime() - orphanAfterMs
  let batch = new Set<BlobKey>()
  for await (const { key, modifiedAt } of blobs.list()) {
    if (modifiedAt.getTime() < before) batch.add(key)
    if (batch.size < batchSize) continue
    await deleteWithoutRow(dependencies, batch)
    batch = new Set()
  }
  await deleteWithoutRow(dependencies, batch)
}

async function deleteWithoutRow({ database, blobs, log }: SweepDependencies, keys: Set<BlobKey>): Promise<void> {
  if (keys.size === 0) return
  const living = await findLiving(database.system, [...keys])
  for (const key of keys) {
    if (living.has(key)) continue
    await blobs.delete(key)
    log.info('uploads.orphan_deleted', { uploadId: key })
  }
}

async function countMissing({ database, blobs, log }: SweepDependencies): Promise<number> {
  let missing = 0
  let after = ''
  for (;;) {
    const rows = await listComplete(database.system, after, batchSize)
    for (const { id, size } of rows) {
      const found = await blobs.stat(id)
      if (found?.state === 'complete' && found.bytes >= size) continue
      missing += 1
      log.error('uploads.bytes_missing', { uploadId: id, found: found?.bytes ?? null, size })
    }
    const last = rows.at(-1)
    if (!last) return missing
    after = last.id
  }
}
