import { limits } from '@spindle/contract'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { DiskReserve } from '../../../platform/blobs/disk-reserve.ts'
import type { Clock } from '../../../platform/clock.ts'
import { defineJob, type JobHandler, type Jobs, jobHandler } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { OpenDatabase } from '../../../platform/open-database.ts'
import type { AccountId, Ids } from '../../../platform/values/ids.ts'
import { findAccount } from '../../accounts/index.ts'
import { withTemporaryFile } from '../../backups/index.ts'
import { lockUploads } from '../../uploads/index.ts'
import {
  type BegunExport,
  beginExport,
  failExport,
  findExport,
  finishExport,
  insertFiles,
  listExpiredExports,
  listOpenExports,
  type MadeExport,
  noteProgress,
  removeExport,
} from './export-queries.ts'
import { type HeadRequest, placeFrom, writeHead } from './write-head.ts'

/** Makes exports, one at a time, and lets them go when their time is over. */

export interface ExportJob {
  readonly accountId: AccountId
  readonly exportId: string
}

export const makeExport = defineJob<ExportJob>('makeExport')
const tendExports = defineJob<Record<string, never>>('tendExports')

/** One at a time in the whole hub, whatever its nodes. */
export const queueOf = ({ exportId }: ExportJob) => ({ queue: 'exports', key: `export:${exportId}` })

export interface ExportJobOptions {
  readonly opened: OpenDatabase
  readonly blobs: Blobs
  /** An export leaves the room that others need. */
  readonly diskReserve: Pick<DiskReserve, 'requireRoom'>
  readonly jobs: Jobs
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

const maxAttempts = 5
/** One that is still open then has lost its job. */
const overdueMs = 10 * 60_000
const keptMs = limits.exportDays * 24 * 60 * 60_000

export const exportJobs = (options: ExportJobOptions): JobHandler[] => [
  jobHandler({ job: makeExport, lane: 'exports', handle: (job) => run(options, job) }),
  jobHandler({ job: tendExports, cron: '*/10 * * * *', handle: () => tend(options) }),
]

/** Nothing happens to an export that has ended or is gone. */
async function run(options: ExportJobOptions, { accountId, exportId }: ExportJob): Promise<void> {
  const { opened, blobs, clock, ids, log } = options
  const { database } = opened
  const at = new Date(clock.now())
  const headKey = ids.make('upl')
  const begun = await database.tenantTransaction(accountId, (trx) => beginExport(trx, exportId, { at, headKey }))
  if (!begun) return
  await blobs.delete(begun.lostKey)
  const tenant = database.tenant(accountId)
  const ending = () => {
    const nowMs = clock.now()
    return { endedAt: new Date(nowMs), expiresAt: new Date(nowMs + keptMs) }
  }
  try {
    const made = await make(options, { accountId, exportId, at, begun })
    if (await finishExport(tenant, { ...made, ...ending() })) log.info('exports.ready', { exportId })
    else await removeBytesOfNobody(options, { accountId, exportId }, begun)
  } catch (error) {
    if (await removeBytesOfNobody(options, { accountId, exportId }, begun)) return
    if (begun.attempts < maxAttempts) throw error
    // It may be ready: the answer to its commit was lost.
    if (!(await failExport(tenant, { id: exportId, attempts: begun.attempts, ...ending() }))) return
    await blobs.delete(begun.headKey)
    log.error('exports.failed', { exportId, error })
  }
}

/** False where the export is still there, and has what this attempt wrote. */
async function removeBytesOfNobody(
  { opened, blobs }: ExportJobOptions,
  { accountId, exportId }: ExportJob,
  { headKey }: BegunExport,
): Promise<boolean> {
  const found = await findExport(opened.database.tenant(accountId), exportId)
  if (found?.headKey === headKey) return false
  await blobs.delete(headKey)
  return true
}

interface Making extends ExportJob {
  readonly at: Date
  readonly begun: BegunExport
}

async function make(
  { opened, blobs, diskReserve }: ExportJobOptions,
  { accountId, exportId, at, begun: { headKey, attempts } }: Making,
): Promise<Omit<MadeExport, 'endedAt' | 'expiresAt'>> {
  const { database } = opened
  const account = await findAccount(database.tenant(accountId))
  if (!account) throw new Error('the account no longer exists')
  const keep: HeadRequest['keep'] = (files, position) =>
    database.tenantTransaction(accountId, async (trx) => {
      // From the commit on none of them goes.
      const locked = await lockUploads(
        trx,
        files.map(({ id }) => id),
      )
      const living = files.filter(({ id }) => (locked.get(id)?.status ?? 'expired') !== 'expired')
      const placed = placeFrom(
        living.map(({ id, name, bytes }) => ({ id, name, bytes })),
        position,
      )
      await insertFiles(trx, exportId, placed)
      return placed
    })
  const onProgress = async (percent: number): Promise<void> => {
    await noteProgress(database.tenant(accountId), exportId, percent)
  }
  const start = { offset: 0, fence: 1, size: null, owner: accountId }
  const writer = await blobs.openWriter({ key: headKey, receipt: null }, start)
  try {
    const append = async (chunk: Uint8Array): Promise<void> => {
      await diskReserve.requireRoom()
      await writer.write([chunk])
    }
    const { headBytes, filesBytes, uploads, missing } = await withTemporaryFile((list) =>
      writeHead({ opened, blobs }, { account, at, list, append, keep, onProgress }),
    )
    const headReceipt = await writer.finalise()
    return { id: exportId, attempts, headBytes, headReceipt, filesBytes, uploads, missing: missing.length }
  } catch (error) {
    await writer.close().catch(() => undefined)
    throw error
  }
}

async function tend({ opened: { database }, blobs, jobs, clock }: ExportJobOptions): Promise<void> {
  for (const { accountId, id } of await listExpiredExports(database.system, new Date(clock.now()))) {
    const removed = await database.tenantTransaction(accountId, (trx) => removeExport(trx, id))
    if (removed) await blobs.delete(removed.headKey)
  }
  for (const { accountId, id } of await listOpenExports(database.system, new Date(clock.now() - overdueMs))) {
    const job = { accountId, exportId: id }
    await database.transaction((trx) => jobs.enqueue(trx, makeExport, job, queueOf(job)))
  }
}
