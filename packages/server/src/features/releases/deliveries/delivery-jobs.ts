import type { Clock } from '../../../platform/clock.ts'
import type { Database, TenantTransaction } from '../../../platform/database/sql.ts'
import { defineJob, type JobHandler, type Jobs, jobHandler } from '../../../platform/jobs/jobs.ts'
import { type BacklogWork, sharedBacklog } from '../../../platform/jobs/shared-backlog.ts'
import { workThrough } from '../../../platform/jobs/work-through.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { AccountId, Ids } from '../../../platform/values/ids.ts'
import type { DeliveryAccess, DeliveryMessage, OutletsFeature } from '../../outlets/index.ts'
import { findUploads, type UploadContent } from '../../uploads/index.ts'
import type { LockOptions } from '../release-queries.ts'
import { applyOutcome, leaseEnd, nextStep } from './advance-delivery.ts'
import { callOutlet, type Outcome, type OutletCall } from './call-outlet.ts'
import {
  type DeliveryWork,
  deliveryJob,
  enqueueDelivery,
  programDeliveryJob,
  slowDeliveryJob,
} from './change-deliveries.ts'
import {
  type DeliveryRecord,
  findDelivery,
  findStuckDeliveries,
  renewLease,
  type WaitingDelivery,
} from './delivery-queries.ts'
import { underLease } from './keep-lease.ts'
import { laterAnswerJobs } from './later-answer-jobs.ts'
import { liveOnOf } from './live-on.ts'
import { lockDelivery, saveStep } from './locked-delivery.ts'

/**
 * Moves deliveries. The next step of a delivery is determined by its row, never by the job, so a job may be lost, late
 * or doubled. Outlets are called outside of any transaction, under a lease; an answer after the lease is dropped.
 */

export interface WorkerOptions {
  readonly database: Database
  readonly outlets: Pick<OutletsFeature, 'adapterOf' | 'list' | 'listServedSince'>
  readonly readUpload: UploadContent['read']
  /** Whether a restored hub still holds back all messages. */
  isHeld(): Promise<boolean>
  readonly jobs: Jobs
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

/** Ends shortly before the next run. */
const sweepBudgetMs = 50_000
const sweepJob = defineJob<BacklogWork>('sweepDeliveries')

export function deliveryJobs(options: WorkerOptions): JobHandler[] {
  const advance = (work: DeliveryWork) => advanceDelivery(options, work)
  return [
    jobHandler({ job: deliveryJob, handle: advance }),
    jobHandler({ job: slowDeliveryJob, handle: advance, lane: 'stores' }),
    jobHandler({ job: programDeliveryJob, handle: advance, lane: 'programs' }),
    ...laterAnswerJobs(options),
    jobHandler({
      job: sweepJob,
      cron: '* * * * *',
      lane: 'upkeep',
      handle: async (work) => {
        const all = options.outlets.list()
        const pausedOutlets = all.flatMap(({ id, isPaused }) => (isPaused === true ? [id] : []))
        const waitingOutlets = all.flatMap(({ id, kind }) =>
          liveOnOf(options.outlets, { outletId: id, outletKind: kind }) === 'ack' ? [] : [id],
        )
        await workThrough<WaitingDelivery>({
          ...sharedBacklog(options, sweepJob, work),
          budgetMs: sweepBudgetMs,
          list: (after) => findStuckDeliveries(options.database, { pausedOutlets, waitingOutlets, after }),
          handle: (stuck) =>
            advanceStuck(options, stuck).catch((error: unknown) =>
              options.log.warn('delivery.step_failed', { deliveryId: stuck.deliveryId, error }),
            ),
        })
      },
    }),
  ]
}

async function advanceDelivery(
  options: WorkerOptions,
  { accountId, deliveryId }: DeliveryWork,
  lock: LockOptions = {},
): Promise<void> {
  const inTransaction = <T>(work: (trx: TenantTransaction) => Promise<T>) =>
    options.database.tenantTransaction(accountId as AccountId, work)
  const task = await inTransaction((trx) => begin(options, trx, { deliveryId, lock }))
  if (!task) return
  const { attempt } = task.message
  const { retry } = task.adapter
  const tenant = options.database.tenant(accountId as AccountId)
  const renew = (): Promise<boolean> =>
    renewLease(tenant, { deliveryId, attempt, until: leaseEnd({ at: new Date(options.clock.now()), retry }) })
  const outcome = await underLease(renew, (lost) => callOutlet(task, lost))
  if (outcome.result === 'failed') options.log.info('delivery.attempt_failed', { deliveryId, code: outcome.code })
  await inTransaction((trx) => finish(options, trx, { deliveryId, attempt, outcome }))
}

async function begin(
  options: WorkerOptions,
  trx: TenantTransaction,
  { deliveryId, lock }: { readonly deliveryId: string; readonly lock: LockOptions },
): Promise<OutletCall | undefined> {
  const locked = await lockDelivery(options, trx, deliveryId, lock)
  if (lock.waits === false && isLeased(options, locked?.delivery)) return undefined
  const outlet = options.outlets.list().find(({ id }) => id === locked?.delivery.outletId)
  // The sweep tries again.
  if (outlet?.isPaused === true) return undefined
  if (locked?.adapter.isOutside === true && (await options.isHeld())) return undefined
  const progress = locked && nextStep(locked.delivery, locked.context)
  if (!progress) return undefined
  await saveStep(options, locked, progress)
  if (!progress.call) return undefined
  const { delivery } = progress
  const { document, tracks } = locked.context.revision
  const { releaseId, outletId, revision, round, attempts: attempt } = delivery
  const { metadata, ...release } = document
  const deliveredRelease = locked.adapter.mayReadMetadata && metadata !== undefined ? { ...release, metadata } : release
  const identity = { accountId: trx.accountId, deliveryId, outletId, releaseId, revision, attempt, round }
  const message = { ...identity, release: deliveredRelease, tracks }
  const access = { ...(await openFiles(options, trx, message)), settings: outlet?.settings }
  return { adapter: locked.adapter, kind: progress.call, message, access }
}

/** Another worker is calling the outlet. */
const isLeased = ({ clock }: Pick<WorkerOptions, 'clock'>, delivery: DeliveryRecord | undefined): boolean =>
  delivery?.leasedUntil != null && delivery.leasedUntil.getTime() > clock.now()

/** The uploads that the message names. Only adapters that send files read their bytes. */
async function openFiles(
  { readUpload }: Pick<WorkerOptions, 'readUpload'>,
  trx: TenantTransaction,
  { release, tracks }: Pick<DeliveryMessage, 'release' | 'tracks'>,
): Promise<Pick<DeliveryAccess, 'files' | 'openAudio' | 'openCover'>> {
  const { coverUploadId } = release
  const files = await findUploads(trx, [
    ...tracks.map(({ uploadId }) => uploadId),
    ...(coverUploadId ? [coverUploadId] : []),
  ])
  const open = (uploadId: string | undefined) => {
    const file = uploadId === undefined ? undefined : files.get(uploadId)
    return file?.size
      ? readUpload(file, { start: 0, end: file.size - 1 })
      : Promise.reject(new Error('The upload no longer exists.'))
  }
  return {
    files,
    openAudio: (trackId) => open(tracks.find(({ id }) => id === trackId)?.uploadId),
    openCover: () => open(coverUploadId),
  }
}

/**
 * Skips deliveries that another worker handles. Calls to a slow outlet go through the queue of that outlet, so that it
 * never gets two at a time.
 */
async function advanceStuck(options: WorkerOptions, work: DeliveryWork): Promise<void> {
  const isQueued = await options.database.tenantTransaction(work.accountId as AccountId, async (trx) => {
    const delivery = await findDelivery(trx, work.deliveryId)
    if (!delivery || options.outlets.adapterOf(delivery.outletKind)?.isSlow !== true) return false
    await enqueueDelivery(options, { trx }, delivery)
    return true
  })
  if (!isQueued) await advanceDelivery(options, work, { waits: false })
}

interface AttemptResult {
  readonly deliveryId: string
  readonly attempt: number
  readonly outcome: Outcome
}

async function finish(
  options: WorkerOptions,
  trx: TenantTransaction,
  { deliveryId, attempt, outcome }: AttemptResult,
): Promise<void> {
  const locked = await lockDelivery(options, trx, deliveryId)
  const progress = locked && applyOutcome(locked.delivery, attempt, outcome, locked.context)
  if (progress) await saveStep(options, locked, progress, 'told' in outcome ? outcome.told : undefined)
}
