import type { Clock } from '../../../platform/clock.ts'
import type { Database, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId, Ids } from '../../../platform/ids.ts'
import { defineJob, type JobHandler, type Jobs, jobHandler } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/log.ts'
import type { DeliveryMessage, OutletAdapter, OutletsFeature } from '../../outlets/index.ts'
import { lockRelease } from '../release-store.ts'
import {
  beginChange,
  type NewEventDetails,
  type ReleaseChange,
  recordEvent,
  saveChange,
  systemActor,
} from '../status/change-release.ts'
import {
  applyOutcome,
  type DeliveryContext,
  type DeliveryEvent,
  type DeliveryStep,
  nextStep,
} from './advance-delivery.ts'
import { callOutlet, type Outcome } from './call-outlet.ts'
import { type DeliveryWork, deliveryJob, enqueueDelivery } from './change-deliveries.ts'
import {
  countRefusedTracks,
  type DeliveryRecord,
  findDeliveries,
  findDelivery,
  findDeliveryTracks,
  findRevision,
  findStuckDeliveries,
  saveDeliveries,
  saveDeliveryTracks,
} from './delivery-store.ts'
import { deriveStatus } from './derive-status.ts'

/**
 * Moves deliveries. What a delivery needs next is read from its row, never from the job, so a job may be lost, late or
 * doubled. Outlets are talked to outside of any transaction, under a lease; an answer that comes after it is dropped.
 */

export interface WorkerOptions {
  readonly database: Database
  readonly outlets: Pick<OutletsFeature, 'adapterOf'>
  readonly jobs: Jobs
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

const sweepJob = defineJob<Record<string, never>>('sweepDeliveries')

export function deliveryJobs(options: WorkerOptions): JobHandler[] {
  const advance = (work: DeliveryWork) => advanceDelivery(options, work)
  return [
    jobHandler({ job: deliveryJob, handle: advance }),
    jobHandler({
      job: sweepJob,
      cron: '* * * * *',
      handle: async () => {
        // One that fails each time must not keep those behind it waiting.
        for (const work of await findStuckDeliveries(options.database))
          await advance(work).catch((error: unknown) =>
            options.log.warn('delivery.step_failed', { deliveryId: work.deliveryId, error }),
          )
      },
    }),
  ]
}

async function advanceDelivery(options: WorkerOptions, { accountId, deliveryId }: DeliveryWork): Promise<void> {
  const inTransaction = <T>(work: (trx: TenantTransaction) => Promise<T>) =>
    options.database.tenantTransaction(accountId as AccountId, work)
  const task = await inTransaction((trx) => begin(options, trx, deliveryId))
  if (!task) return
  const { adapter, kind, message } = task
  const outcome = await callOutlet(adapter, kind, message)
  if (outcome.result === 'failed') options.log.info('delivery.attempt_failed', { deliveryId, code: outcome.code })
  await inTransaction((trx) => finish(options, trx, { deliveryId, attempt: message.attempt, outcome }))
}

interface OutletCall {
  readonly adapter: OutletAdapter
  readonly kind: 'deliver' | 'takedown'
  readonly message: DeliveryMessage
}

async function begin(
  options: WorkerOptions,
  trx: TenantTransaction,
  deliveryId: string,
): Promise<OutletCall | undefined> {
  const locked = await lock(options, trx, deliveryId)
  const progress = locked && nextStep(locked.delivery, locked.context)
  if (!progress) return undefined
  await save(options, locked, progress)
  if (!progress.call) return undefined
  const { delivery } = progress
  const { document, tracks } = locked.context.revision
  const { releaseId, outletId, revision, attempts: attempt } = delivery
  const { metadata, ...release } = document
  const deliveredRelease = locked.adapter.mayReadMetadata && metadata !== undefined ? { ...release, metadata } : release
  const message = { deliveryId, outletId, releaseId, revision, attempt, release: deliveredRelease, tracks }
  return { adapter: locked.adapter, kind: progress.call, message }
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
  const locked = await lock(options, trx, deliveryId)
  const progress = locked && applyOutcome(locked.delivery, attempt, outcome, locked.context)
  if (progress) await save(options, locked, progress)
}

interface LockedDelivery {
  readonly change: ReleaseChange
  readonly all: readonly DeliveryRecord[]
  readonly delivery: DeliveryRecord
  readonly adapter: OutletAdapter
  readonly context: DeliveryContext
}

/** Undefined for a delivery that is gone, or of a kind this hub has no adapter for. */
async function lock(
  { outlets, clock }: WorkerOptions,
  trx: TenantTransaction,
  deliveryId: string,
): Promise<LockedDelivery | undefined> {
  const found = await findDelivery(trx, deliveryId)
  const release = found && (await lockRelease(trx, found.releaseId))
  if (!release) return undefined
  const all = await findDeliveries(trx, release.id)
  const delivery = all.find(({ id }) => id === deliveryId)
  const adapter = delivery && outlets.adapterOf(delivery.outletKind)
  const revision = delivery && (await findRevision(trx, release.id, delivery.revision))
  if (!delivery || !adapter || !revision) return undefined
  const tracks = await findDeliveryTracks(trx, deliveryId)
  const context = { at: new Date(clock.now()), retry: adapter.retry, revision, tracks }
  return { change: beginChange(trx, release, systemActor), all, delivery, adapter, context }
}

async function save({ jobs, ids }: WorkerOptions, locked: LockedDelivery, progress: DeliveryStep): Promise<void> {
  const { change, all, context } = locked
  const { delivery, tracks, events, runAt } = progress
  if (delivery !== locked.delivery) {
    await saveDeliveries(change.trx, [delivery])
    if (tracks) {
      await saveDeliveryTracks(change.trx, delivery.id, tracks)
      const refusedTracks = await countRefusedTracks(change.trx, delivery.releaseId)
      change.state = { ...change.state, summary: { ...change.state.summary, refusedTracks } }
    }
    for (const event of events) recordEvent(change, toEvent(event, locked.delivery, delivery))
    deriveStatus(
      change,
      all.map((other) => (other.id === delivery.id ? delivery : other)),
      context.at,
    )
    await saveChange(change, { ids, at: context.at })
  }
  if (runAt) await enqueueDelivery(jobs, change, delivery.id, runAt)
}

const toEvent = (
  { type, reason = null }: DeliveryEvent,
  { revision, attempts }: DeliveryRecord,
  after: DeliveryRecord,
): NewEventDetails => ({
  type,
  ...(reason && { reason: reason.message }),
  data: {
    deliveryId: after.id,
    outletId: after.outletId,
    revision,
    attempt: Math.max(attempts, after.attempts),
    ...(reason && { code: reason.code }),
  },
})
