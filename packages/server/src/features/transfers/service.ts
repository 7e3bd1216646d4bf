import {
  AppError,
  maxTransfers,
  type NewTransfer,
  type Transfer,
  type TransferMark,
  type TransferMarked,
  type TransferPatch,
  type TransferProgress,
  type TransferRelease,
} from '@spindle/contract'
import type { PageRequest, PageResult } from '../../http/responses/handler-response.ts'
import { pageOf } from '../../http/responses/page-of.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Ids } from '../../platform/values/ids.ts'
import type { Quotas } from '../accounts/index.ts'
import { chooseMapping } from '../imports/index.ts'
import type { OutletsFeature } from '../outlets/index.ts'
import { chooseOutlets, decodeTable, requireDay } from './check-transfer.ts'
import { countReleases, listReleases } from './compare-releases.ts'
import type { ComparisonFilter } from './comparison-queries.ts'
import { type Marker, markTransfer } from './mark-transfer.ts'
import { type Shown, toProgress, toTransfer } from './to-api.ts'
import { enqueueReading } from './transfer-job.ts'
import {
  countTransfers,
  countTransfersAlone,
  deleteTransferRow,
  findTransfer,
  insertTransfer,
  listTransferRows,
  type TransferRow,
  updateTransferRow,
} from './transfer-queries.ts'

/** Transfers of an account. Those with an id throw `transfer_not_found`. */
export interface TransferService {
  /** Stores the table for the job that reads it. Throws `quota_exceeded` or `validation_failed`. */
  create(trx: TenantTransaction, body: NewTransfer): Promise<Transfer>
  list(tenant: Tenant, page: PageRequest): Promise<PageResult<Transfer>>
  get(tenant: Tenant, id: string): Promise<TransferProgress>
  /** Throws `validation_failed`. */
  update(trx: TenantTransaction, id: string, patch: TransferPatch): Promise<Transfer>
  delete(trx: TenantTransaction, id: string): Promise<void>
  listReleases(
    tenant: Tenant,
    id: string,
    query: ComparisonFilter & { readonly page: PageRequest },
  ): Promise<PageResult<TransferRelease>>
  /** Throws `state_conflict`, `transfer_not_live` or `validation_failed`. */
  mark(marker: Marker, id: string, body: TransferMark): Promise<TransferMarked>
}

export interface TransferServiceOptions {
  readonly ids: Ids
  readonly clock: Clock
  readonly jobs: Jobs
  readonly quotas: Pick<Quotas, 'requireQuota'>
  readonly outlets: Pick<OutletsFeature, 'list'>
}

export function transferService(options: TransferServiceOptions): TransferService {
  const { clock, outlets } = options
  const shown = (): Shown => ({ outlets: outlets.list(), nowMs: clock.now() })
  return {
    create: (trx, body) => create(options, trx, body),
    async list(tenant, { limit, after, wantsTotal }) {
      const rows = await listTransferRows(tenant, { limit: limit + 1, after })
      const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
      const total = wantsTotal ? { total: await countTransfers(tenant) } : {}
      return { data: data.map((row) => toTransfer(row, shown())), next, ...total }
    },
    async get(tenant, id) {
      const row = await requireTransfer(tenant, id)
      return toProgress(row, await countReleases(tenant, row), shown())
    },
    async update(trx, id, { outlets: wanted, deadline, ...names }) {
      const outletIds = wanted && chooseOutlets(outlets.list(), wanted)
      const day = deadline === undefined ? undefined : requireDay(deadline)
      const row = await updateTransferRow(trx, id, { ...names, deadline: day, outletIds })
      if (!row) throw new AppError('transfer_not_found')
      return toTransfer(row, shown())
    },
    async delete(trx, id) {
      if (!(await deleteTransferRow(trx, id))) throw new AppError('transfer_not_found')
    },
    listReleases: async (tenant, id, query) =>
      listReleases(tenant, await requireTransfer(tenant, id), { ...query, shown: shown() }),
    mark: (marker, id, body) => markTransfer({ clock }, marker, { id, body }),
  }
}

async function requireTransfer(tenant: Tenant, id: string): Promise<TransferRow> {
  const row = await findTransfer(tenant, id)
  if (!row) throw new AppError('transfer_not_found')
  return row
}

async function create(
  { ids, clock, jobs, quotas, outlets }: TransferServiceOptions,
  trx: TenantTransaction,
  { name, distributor, deadline, table, filename, preset, mapping, mappingName, outlets: wanted }: NewTransfer,
): Promise<Transfer> {
  const content = decodeTable(table)
  const outletIds = chooseOutlets(outlets.list(), wanted)
  requireRoom(await countTransfersAlone(trx))
  const chosen = await chooseMapping(trx, { preset, mapping, mappingName })
  await quotas.requireQuota(trx, { documentBytes: content.length })
  const row = await insertTransfer(trx, {
    ...{ id: ids.make('trf'), name, distributor, deadline: requireDay(deadline), content, outletIds },
    filename: filename ?? null,
    preset: preset ?? null,
    mapping: chosen ?? null,
    createdAt: new Date(clock.now()),
  })
  await enqueueReading(jobs, trx.transaction, { accountId: trx.accountId, transferId: row.id })
  return toTransfer(row, { outlets: outlets.list(), nowMs: clock.now() })
}

function requireRoom(used: number): void {
  if (used < maxTransfers) return
  throw new AppError('quota_exceeded', {
    detail: `The account can have at most ${maxTransfers} transfers and has ${used}. Delete one that is over.`,
    extensions: { quota: 'transfers', limit: maxTransfers, used },
  })
}
