import { AppError, type Bulk, type BulkStatus } from '@spindle/contract'
import type { TenantTransaction } from '../../platform/database/sql.ts'
import { enqueueTurn } from './bulk-job.ts'
import { type BulkRow, lockBulk, setStatus } from './bulk-queries.ts'
import { copyPatchedTargets, measurePatched } from './outcome-queries.ts'
import { type BulkCaller, type BulkServiceOptions, saveBulk, targetBytes } from './service.ts'
import { toBulk } from './to-api.ts'

/** Pausing, resuming, cancelling and undoing bulk jobs. Each throws `bulk_not_found` or `state_conflict`. */
export interface BulkControls {
  pause(trx: TenantTransaction, bulkId: string): Promise<Bulk>
  resume(trx: TenantTransaction, bulkId: string): Promise<Bulk>
  cancel(trx: TenantTransaction, bulkId: string): Promise<Bulk>
  /** The new job, which brings the values back that the old one replaced. */
  undo(caller: BulkCaller, bulkId: string): Promise<Bulk>
}

export const bulkControls = (options: BulkServiceOptions): BulkControls => ({
  pause: (trx, bulkId) => change(options, trx, bulkId, { from: ['running'], to: 'paused' }),
  async resume(trx, bulkId) {
    const resumed = await change(options, trx, bulkId, { from: ['paused'], to: 'running' })
    await enqueueTurn(options.jobs, trx.transaction, trx.accountId)
    return resumed
  },
  async cancel(trx, bulkId) {
    const cancelled = await change(options, trx, bulkId, { from: ['running', 'paused'], to: 'cancelled' })
    // The next job of the account takes its turns.
    await enqueueTurn(options.jobs, trx.transaction, trx.accountId)
    return cancelled
  },
  undo: (caller, bulkId) => undo(options, caller, bulkId),
})

interface Change {
  readonly from: readonly BulkStatus[]
  readonly to: BulkStatus
}

async function change(
  { clock }: Pick<BulkServiceOptions, 'clock'>,
  trx: TenantTransaction,
  bulkId: string,
  { from, to }: Change,
): Promise<Bulk> {
  const row = await requireLocked(trx, bulkId)
  if (!from.includes(row.status)) throw conflict(row, `The bulk job is ${row.status}.`)
  const at = new Date(clock.now())
  await setStatus(trx, { id: bulkId, status: to, at })
  return toBulk({ ...row, status: to, endedAt: to === 'cancelled' ? at : null })
}

async function requireLocked(trx: TenantTransaction, bulkId: string): Promise<BulkRow> {
  const row = await lockBulk(trx, bulkId)
  if (!row) throw new AppError('bulk_not_found')
  return row
}

const allowed: Readonly<Record<BulkStatus, readonly string[]>> = {
  running: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  completed: ['undo'],
  cancelled: ['undo'],
}

function conflict(row: BulkRow, why: string): AppError {
  const names = allowed[row.status].filter((name) => name !== 'undo' || isPatch(row))
  const detail = `${why} Allowed actions: ${names.length === 0 ? 'nothing' : names.join(', ')}.`
  return new AppError('state_conflict', { detail, extensions: { state: row.status, allowed: names } })
}

const isPatch = ({ action, dryRun }: BulkRow): boolean => !dryRun && (action === 'patch' || action === 'outlets')

async function undo(options: BulkServiceOptions, { trx, actor }: BulkCaller, bulkId: string): Promise<Bulk> {
  const row = await requireLocked(trx, bulkId)
  if (row.dryRun) throw conflict(row, 'A dry run changed nothing, so there is nothing to undo.')
  if (!isPatch(row)) throw conflict(row, `Action ${row.action} cannot be undone. Only patch and outlets can.`)
  if (row.endedAt === null) throw conflict(row, `The bulk job is ${row.status}. Cancel it first.`)
  const { count, bytes } = await measurePatched(trx, bulkId)
  const made = await saveBulk(options, trx, {
    action: 'patch',
    dryRun: false,
    undoOf: bulkId,
    parameters: {},
    actor,
    total: count,
    storedBytes: bytes + count * targetBytes,
  })
  await copyPatchedTargets(trx, { from: bulkId, to: made.id })
  return made
}
