import type { Clock } from '../../../platform/clock.ts'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import type { OutletAdapter, OutletsFeature, Told } from '../../outlets/index.ts'
import { type LockOptions, lockRelease } from '../release-queries.ts'
import {
  beginChange,
  type NewEventDetails,
  type ReleaseChange,
  recordEvent,
  saveChange,
  systemActor,
} from '../status/change-release.ts'
import type { DeliveryContext, DeliveryEvent, DeliveryStep } from './advance-delivery.ts'
import { enqueueDelivery } from './change-deliveries.ts'
import {
  countRefusedTracks,
  type DeliveryRecord,
  findDeliveries,
  findDelivery,
  findDeliveryTracks,
  findRevision,
  saveDeliveries,
  saveDeliveryTracks,
} from './delivery-queries.ts'
import { deriveStatus } from './derive-status.ts'
import { liveOnOf } from './live-on.ts'

/** A delivery under the lock of its release, and the changes of one step: its row, its tracks, events, the release. */

export interface DeliveryChanges {
  readonly outlets: Pick<OutletsFeature, 'adapterOf' | 'list'>
  readonly jobs: Jobs
  readonly clock: Clock
  readonly ids: Ids
}

export interface LockedDelivery {
  readonly change: ReleaseChange
  readonly all: readonly DeliveryRecord[]
  readonly delivery: DeliveryRecord
  readonly adapter: OutletAdapter
  readonly context: DeliveryContext
}

/** Undefined if the delivery no longer exists, or this hub has no adapter for its kind. */
export async function lockDelivery(
  { outlets, clock }: Pick<DeliveryChanges, 'outlets' | 'clock'>,
  trx: TenantTransaction,
  deliveryId: string,
  lock?: LockOptions,
): Promise<LockedDelivery | undefined> {
  const found = await findDelivery(trx, deliveryId)
  const release = found && (await lockRelease(trx, found.releaseId, lock))
  if (!release) return undefined
  const all = await findDeliveries(trx, release.id)
  const delivery = all.find(({ id }) => id === deliveryId)
  const adapter = delivery && outlets.adapterOf(delivery.outletKind)
  const revision = delivery && (await findRevision(trx, release.id, delivery.revision))
  if (!delivery || !adapter || !revision) return undefined
  const tracks = await findDeliveryTracks(trx, deliveryId)
  const liveOn = liveOnOf(outlets, delivery)
  const context = { at: new Date(clock.now()), retry: adapter.retry, revision, tracks, liveOn }
  return { change: beginChange(trx, release, systemActor), all, delivery, adapter, context }
}

export async function saveStep(
  options: DeliveryChanges,
  locked: LockedDelivery,
  progress: DeliveryStep,
  told?: Told['told'],
): Promise<void> {
  const { change, all, context } = locked
  const { ids } = options
  const { delivery, tracks, events, runAt } = progress
  if (delivery !== locked.delivery) {
    await saveDeliveries(change.trx, [delivery])
    if (tracks) {
      await saveDeliveryTracks(change.trx, delivery.id, tracks)
      const refusedTracks = await countRefusedTracks(change.trx, delivery.releaseId)
      change.state = { ...change.state, summary: { ...change.state.summary, refusedTracks } }
    }
    for (const event of events) recordEvent(change, toEvent(event, locked.delivery, delivery, told))
    deriveStatus(
      change,
      all.map((other) => (other.id === delivery.id ? delivery : other)),
      context.at,
    )
    await saveChange(change, { ids, at: context.at })
  }
  if (runAt) await enqueueDelivery(options, change, delivery, runAt)
}

const toEvent = (
  { type, reason = null }: DeliveryEvent,
  { revision, attempts }: DeliveryRecord,
  after: DeliveryRecord,
  told: Told['told'],
): NewEventDetails => ({
  type,
  ...(reason && { reason: reason.message }),
  data: {
    deliveryId: after.id,
    outletId: after.outletId,
    revision,
    attempt: Math.max(attempts, after.attempts),
    ...(reason && { code: reason.code }),
    ...(told && { messageId: told.messageId, messageSha256: told.sha256 }),
  },
})
