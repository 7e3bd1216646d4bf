import { AppError, type Export, limits } from '@spindle/contract'
import { etagOf } from '../../../http/responses/etag.ts'
import type { FileResponse, PageRequest, PageResult } from '../../../http/responses/handler-response.ts'
import { pageOf } from '../../../http/responses/page-of.ts'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import type { Audit, AuditActor } from '../../people/index.ts'
import { makeExport, queueOf } from './export-job.ts'
import {
  countExports,
  countExportsAlone,
  type ExportRow,
  findExport,
  insertExport,
  listExportRows,
  removeExport,
} from './export-queries.ts'
import { archiveBytes, sizeOf } from './read-archive.ts'

/** Exports of an account, as the API has them. */
export interface ExportService {
  create(trx: TenantTransaction, actor: AuditActor): Promise<Export>
  list(tenant: Tenant, page: PageRequest): Promise<PageResult<Export>>
  /** Throws `export_not_found`. */
  get(tenant: Tenant, id: string): Promise<Export>
  /** Throws `export_not_found`, `state_conflict`. */
  open(tenant: Tenant, id: string): Promise<FileResponse>
  /** Throws `export_not_found`. */
  delete(trx: TenantTransaction, id: string): Promise<void>
}

export interface ExportServiceOptions {
  readonly ids: Ids
  readonly clock: Clock
  readonly jobs: Jobs
  readonly blobs: Blobs
  readonly audit: Audit
  readonly log: Log
}

export const exportService = (options: ExportServiceOptions): ExportService => ({
  create: (trx, actor) => createExport(options, trx, actor),
  async list(tenant, { limit, after, wantsTotal }) {
    const rows = await listExportRows(tenant, { limit: limit + 1, after })
    const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
    return { data: data.map(toExport), next, ...(wantsTotal ? { total: await countExports(tenant) } : {}) }
  },
  get: async (tenant, id) => toExport(await requireExport(tenant, id)),
  async open(tenant, id) {
    const row = await requireExport(tenant, id)
    const archive = archiveBytes(options.blobs, tenant, row)
    if (!archive) throw new AppError('state_conflict', { detail: notReady(row) })
    const found = await options.blobs.stat({ key: row.headKey, receipt: row.headReceipt })
    // A hub that was restored has the row, and not the bytes.
    if (found?.state !== 'complete') throw new AppError('export_not_found')
    return {
      file: {
        mediaType: 'application/x-tar',
        size: archive.size,
        open: async (start, end) => archive.open({ start, end }),
      },
      etag: etagOf(row.id),
      headers: { 'content-disposition': `attachment; filename="${row.id}.tar"`, 'x-content-type-options': 'nosniff' },
    }
  },
  async delete(trx, id) {
    const removed = await removeExport(trx, id)
    if (!removed) throw new AppError('export_not_found')
    const { blobs, log } = options
    // Only after the commit: a rollback must find the bytes.
    trx.afterCommit(() => {
      blobs.delete(removed.headKey).catch((error: unknown) => log.warn('exports.bytes_left', { exportId: id, error }))
    })
  },
})

async function createExport(
  { ids, clock, jobs, audit }: ExportServiceOptions,
  trx: TenantTransaction,
  actor: AuditActor,
): Promise<Export> {
  const used = await countExportsAlone(trx)
  if (used >= limits.maxExports)
    throw new AppError('quota_exceeded', {
      detail: `The account can have at most ${limits.maxExports} exports and has ${used}. Delete one, or wait until one expires.`,
      extensions: { quota: 'exports', limit: limits.maxExports, used },
    })
  const row = await insertExport(trx, {
    id: ids.make('exp'),
    headKey: ids.make('upl'),
    createdAt: new Date(clock.now()),
  })
  await audit.recordForAccount(trx, { type: 'account.exported', actor, data: { export: row.id } })
  const job = { accountId: trx.accountId, exportId: row.id }
  await jobs.enqueue(trx.transaction, makeExport, job, queueOf(job))
  return toExport(row)
}

async function requireExport(tenant: Tenant, id: string): Promise<ExportRow> {
  const row = await findExport(tenant, id)
  if (!row) throw new AppError('export_not_found')
  return row
}

const notReady = ({ status }: ExportRow): string =>
  status === 'failed' ? 'The export failed. Start a new one.' : `The export is ${status}. Try again when it is ready.`

const toExport = (row: ExportRow): Export => ({
  id: row.id,
  status: row.status,
  progress: row.progress,
  size:
    row.headBytes === null || row.filesBytes === null
      ? null
      : sizeOf({ headBytes: row.headBytes, filesBytes: row.filesBytes }),
  uploads: row.uploads,
  missing: row.missing,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
})
