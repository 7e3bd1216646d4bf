import { createHash } from 'node:crypto'
import { AppError, limits, type NewTableImport, type TableImport, type TableImportRelease } from '@spindle/contract'
import type { FileResponse, PageRequest, PageResult } from '../../../http/responses/handler-response.ts'
import { pageOf } from '../../../http/responses/page-of.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import type { Quotas } from '../../accounts/index.ts'
import type { Actor } from '../../releases/index.ts'
import { errorsFile } from './errors-csv.ts'
import { chooseMapping } from './mappings/choose-mapping.ts'
import {
  askForMasters,
  askForUndo,
  countReleaseRows,
  listReleaseRows,
  type ReleaseFilter,
} from './release-rows-queries.ts'
import { importTable, queueOfTable } from './table-job.ts'
import {
  type CountedTableImport,
  countOpenAlone,
  countTableImports,
  findTableImport,
  insertTableImport,
  listTableImportRows,
  lockTableImport,
  resumeTableImport,
} from './table-queries.ts'
import { toImportedRelease, toTableImport } from './to-api.ts'

/** Tables of an account. Those with an id throw `import_not_found`. */
export interface TableService {
  /** Stores the table for the job that reads it. */
  create(trx: TenantTransaction, actor: Actor, request: NewTableImport): Promise<TableImport>
  list(tenant: Tenant, page: PageRequest): Promise<PageResult<TableImport>>
  get(tenant: Tenant, id: string): Promise<TableImport>
  listOutcomes(
    tenant: Tenant,
    id: string,
    filter: ReleaseFilter & { readonly page: PageRequest },
  ): Promise<PageResult<TableImportRelease>>
  openErrors(tenant: Tenant, id: string): Promise<FileResponse>
  /** Throws `state_conflict`. */
  attach(trx: TenantTransaction, id: string): Promise<TableImport>
  /** Throws `state_conflict`. */
  undo(trx: TenantTransaction, id: string): Promise<TableImport>
}

export interface TableServiceOptions {
  readonly ids: Ids
  readonly clock: Clock
  readonly jobs: Jobs
  readonly quotas: Pick<Quotas, 'requireQuota' | 'list'>
}

/** The number per account: each is at most 8 MiB. */
const maxOpen = 20

export const tableService = (options: TableServiceOptions): TableService => ({
  create: (trx, actor, request) => create(options, trx, actor, request),
  async list(tenant, { limit, after, wantsTotal }) {
    const rows = await listTableImportRows(tenant, { limit: limit + 1, after })
    const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
    return {
      data: data.map((row) => toTableImport(row)),
      next,
      ...(wantsTotal ? { total: await countTableImports(tenant) } : {}),
    }
  },
  async get(tenant, id) {
    const row = await find(tenant, id)
    return toTableImport(row, row.dryRun && row.status === 'done' ? await findReleaseQuota(options, tenant) : undefined)
  },
  async listOutcomes(tenant, id, { page: { limit, after, wantsTotal }, ...filter }) {
    await find(tenant, id)
    const place = after === undefined ? undefined : Number(after)
    const rows = await listReleaseRows(tenant, id, { ...filter, limit: limit + 1, after: place })
    const { data, next } = pageOf(rows, { limit }, ({ position }) => String(position))
    const total = wantsTotal ? { total: await countReleaseRows(tenant, id, filter) } : {}
    return { data: data.map(toImportedRelease), next, ...total }
  },
  openErrors: async (tenant, id) => errorsFile(tenant, await find(tenant, id)),
  attach: (trx, id) => resume(options, trx, id, 'running'),
  undo: (trx, id) => resume(options, trx, id, 'undoing'),
})

const findReleaseQuota = async ({ quotas }: TableServiceOptions, tenant: Tenant) => {
  const releases = (await quotas.list(tenant)).find(({ name }) => name === 'releases')
  return releases && { limit: releases.limit, used: releases.used }
}

async function find(tenant: Tenant, id: string): Promise<CountedTableImport> {
  const row = await findTableImport(tenant, id)
  if (!row) throw new AppError('import_not_found')
  return row
}

async function create(
  { ids, clock, jobs, quotas }: TableServiceOptions,
  trx: TenantTransaction,
  actor: Actor,
  { table, filename, preset, mapping, mappingName, dryRun = false }: NewTableImport,
): Promise<TableImport> {
  const content = Buffer.from(table, 'base64')
  if (content.length > limits.maxTableBytes) throw tooLarge()
  requireRoom(await countOpenAlone(trx))
  const wanted = await chooseMapping(trx, { preset, mapping, mappingName })
  await quotas.requireQuota(trx, { documentBytes: content.length })
  const id = ids.make('tbi')
  const digest = createHash('sha256').update(content).digest()
  const createdAt = new Date(clock.now())
  await insertTableImport(trx, {
    ...{ id, content, digest, dryRun, actor, createdAt },
    filename: filename ?? null,
    preset: preset ?? null,
    mapping: wanted ?? null,
    mappingName: mappingName ?? null,
  })
  const job = { accountId: trx.accountId, tableImportId: id }
  await jobs.enqueue(trx.transaction, importTable, job, queueOfTable(job))
  return toTableImport(await find(trx, id))
}

async function resume(
  { jobs }: TableServiceOptions,
  trx: TenantTransaction,
  id: string,
  status: 'running' | 'undoing',
): Promise<TableImport> {
  const table = await lockTableImport(trx, id)
  if (!table) throw new AppError('import_not_found')
  if (table.status !== 'done' || table.dryRun) throw conflict(table.status, table.dryRun)
  await (status === 'undoing' ? askForUndo(trx, id) : askForMasters(trx, id))
  await resumeTableImport(trx, id, status)
  const job = { accountId: trx.accountId, tableImportId: id }
  await jobs.enqueue(trx.transaction, importTable, job, queueOfTable(job))
  return toTableImport(await find(trx, id))
}

const conflict = (state: string, dryRun: boolean): AppError =>
  new AppError('state_conflict', {
    detail: dryRun
      ? 'The import is a dry run: it has created no drafts. Import the table without dryRun first.'
      : `The import is ${state}. Only one that is done can continue.`,
    extensions: { state, allowed: [] },
  })

function requireRoom(open: number): void {
  if (open < maxOpen) return
  throw new AppError('quota_exceeded', {
    detail: `The account can have at most ${maxOpen} tables in progress and has ${open}. Import more when some are done.`,
    extensions: { quota: 'waitingImports', limit: maxOpen, used: open },
  })
}

const tooLarge = (): AppError =>
  new AppError('validation_failed', {
    errors: [
      {
        pointer: '/table',
        code: 'table_too_large',
        detail: `The table has more than ${limits.maxTableBytes} bytes.`,
        fix: 'Import it in parts.',
      },
    ],
  })
