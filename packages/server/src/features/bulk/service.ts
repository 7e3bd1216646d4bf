import {
  AppError,
  type Bulk,
  type BulkOutcome,
  type BulkRelease,
  maxBulkReleases,
  type NewBulk,
} from '@spindle/contract'
import type { PageRequest, PageResult } from '../../http/responses/handler-response.ts'
import { pageOf } from '../../http/responses/page-of.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Ids } from '../../platform/values/ids.ts'
import type { Quotas } from '../accounts/index.ts'
import type { Actor, Releases } from '../releases/index.ts'
import { enqueueTurn } from './bulk-job.ts'
import { countBulks, countOpenAlone, findBulk, insertBulk, listBulkRows, type NewBulkRow } from './bulk-queries.ts'
import { countOutcomes, insertTargets, listOutcomeRows, type NewTarget } from './outcome-queries.ts'
import { parseParameters } from './parse-bulk.ts'
import { toBulk, toBulkRelease } from './to-api.ts'

/** Bulk jobs of an account. */
export interface BulkService {
  /** Chooses the releases and stores the job. Throws `validation_failed`, `count_not_confirmed`, `quota_exceeded`. */
  create(caller: BulkCaller, body: NewBulk): Promise<Bulk>
  list(tenant: Tenant, page: PageRequest): Promise<PageResult<Bulk>>
  /** Throws `bulk_not_found`. */
  get(tenant: Tenant, bulkId: string): Promise<Bulk>
  /** Throws `bulk_not_found`. */
  listReleases(
    tenant: Tenant,
    asked: { readonly bulkId: string; readonly outcome: BulkOutcome | undefined },
    page: PageRequest,
  ): Promise<PageResult<BulkRelease>>
}

export interface BulkCaller {
  readonly trx: TenantTransaction
  readonly actor: Actor
}

export interface BulkServiceOptions {
  readonly ids: Ids
  readonly clock: Clock
  readonly jobs: Jobs
  readonly quotas: Pick<Quotas, 'requireQuota'>
  readonly releases: Pick<Releases, 'actions'>
}

export const bulkService = (options: BulkServiceOptions): BulkService => ({
  create: (caller, body) => create(options, caller, body),
  async list(tenant, { limit, after, wantsTotal }) {
    const rows = await listBulkRows(tenant, { limit: limit + 1, after })
    const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
    return { data: data.map(toBulk), next, ...(wantsTotal ? { total: await countBulks(tenant) } : {}) }
  },
  get: async (tenant, bulkId) => toBulk(await requireBulk(tenant, bulkId)),
  async listReleases(tenant, { bulkId, outcome }, { limit, after, wantsTotal }) {
    await requireBulk(tenant, bulkId)
    const rows = await listOutcomeRows(tenant, bulkId, { outcome, limit: limit + 1, after: Number(after ?? 0) })
    const { data, next } = pageOf(rows, { limit }, ({ position }) => String(position))
    const names = await options.releases.actions.findNames(
      tenant,
      data.map(({ releaseId }) => releaseId),
    )
    const total = wantsTotal ? { total: await countOutcomes(tenant, bulkId, outcome) } : {}
    return { data: data.map((row) => toBulkRelease(row, names.get(row.releaseId))), next, ...total }
  },
})

export async function requireBulk(tenant: Tenant, bulkId: string) {
  const row = await findBulk(tenant, bulkId)
  if (!row) throw new AppError('bulk_not_found')
  return row
}

/** What a row of a release takes beside its patch and its outcome. */
export const targetBytes = 200

async function create(options: BulkServiceOptions, { trx, actor }: BulkCaller, body: NewBulk): Promise<Bulk> {
  const parameters = parseParameters(body)
  if (parameters.outlet !== undefined) options.releases.actions.requireOutlet(parameters.outlet)
  const targets = await chooseTargets(options, trx, body)
  if (body.action === 'takedown' && body.dryRun !== true) await confirmCount(options, trx, body, targets)
  const { action, dryRun = false } = body
  const sent = { parameters, patches: targets.map(({ patch }) => patch) }
  const bytes = Buffer.byteLength(JSON.stringify(sent))
  const row = { action, dryRun, undoOf: null, parameters, actor, total: targets.length }
  const made = await saveBulk(options, trx, { ...row, storedBytes: bytes + targets.length * targetBytes })
  await insertTargets(trx, made.id, targets)
  return made
}

/** How many jobs of an account may not have ended. */
const maxOpen = 20

/** Stores the job, without its releases, and enqueues a turn. */
export async function saveBulk(
  { ids, clock, jobs, quotas }: BulkServiceOptions,
  trx: TenantTransaction,
  row: Omit<NewBulkRow, 'id' | 'createdAt'>,
): Promise<Bulk> {
  const open = await countOpenAlone(trx)
  if (open >= maxOpen)
    throw new AppError('quota_exceeded', {
      detail: `The account can have at most ${maxOpen} unfinished bulk jobs and has ${open}. Start more when some are finished, or cancel one.`,
      extensions: { quota: 'openBulkJobs', limit: maxOpen, used: open },
    })
  await quotas.requireQuota(trx, { documentBytes: row.storedBytes })
  const made = await insertBulk(trx, { ...row, id: ids.make('blk'), createdAt: new Date(clock.now()) })
  await enqueueTurn(jobs, trx.transaction, trx.accountId)
  return toBulk(made)
}

async function chooseTargets(
  { releases }: BulkServiceOptions,
  trx: TenantTransaction,
  { ids, releases: listed, filters }: NewBulk,
): Promise<readonly NewTarget[]> {
  if (filters === undefined) return uniqueTargets(listed ?? (ids ?? []).map((id) => ({ id })))
  const found = await releases.actions.findMatching(trx, filters, maxBulkReleases + 1)
  if (found.length > maxBulkReleases) throw tooMany()
  return found.map((id) => ({ id }))
}

function uniqueTargets(targets: readonly NewTarget[]): readonly NewTarget[] {
  const unique = new Map(targets.map((target) => [target.id, target]))
  if (unique.size < targets.length && targets.some(({ patch, revision }) => patch ?? revision)) throw repeated(targets)
  return [...unique.values()]
}

function repeated(targets: readonly NewTarget[]): AppError {
  const seen = new Set<string>()
  const errors = targets.flatMap(({ id }, index) => {
    if (!seen.has(id)) return seen.add(id) && []
    return [{ pointer: `/releases/${index}/id`, code: 'repeated', detail: `Release ${id} is listed twice.` }]
  })
  return new AppError('validation_failed', { errors: errors.slice(0, 100) })
}

const tooMany = (): AppError =>
  new AppError('validation_failed', {
    errors: [
      {
        pointer: '/filters',
        code: 'max_items',
        detail: `More than ${maxBulkReleases} releases match.`,
        fix: 'Narrow the filters, for example with `releasedFrom` and `releasedTo`, and start several bulk jobs.',
      },
    ],
  })

async function confirmCount(
  { releases }: BulkServiceOptions,
  trx: TenantTransaction,
  { filters, expectedCount }: NewBulk,
  targets: readonly NewTarget[],
): Promise<void> {
  const ids = targets.map(({ id }) => id)
  const count = filters === undefined ? await releases.actions.findExisting(trx, ids) : ids.length
  if (count === expectedCount) return
  throw new AppError('count_not_confirmed', {
    detail: `${count} releases would be taken down, not ${expectedCount}. Check the selection, then send expectedCount ${count}.`,
    extensions: { count },
  })
}
