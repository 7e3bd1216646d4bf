import type { LiveOn } from '@spindle/contract'
import type { OutletsFeature } from '../../outlets/index.ts'
import { type ReleaseChange, recordEvent, stateConflict } from '../status/change-release.ts'
import { goLive } from './advance-delivery.ts'
import { type DeliveryRecord, findDeliveryTracks, findRevision, saveDeliveryTracks } from './delivery-queries.ts'

type Outlets = Pick<OutletsFeature, 'list' | 'adapterOf'>

/** What makes a release live at the outlet of a delivery, after the outlet has it. */
export function liveOnOf(
  outlets: Outlets,
  { outletId, outletKind }: Pick<DeliveryRecord, 'outletId' | 'outletKind'>,
): LiveOn {
  const outlet = outlets.list().find(({ id }) => id === outletId)
  return (outlet && outlets.adapterOf(outletKind)?.liveOn?.({ settings: outlet.settings })) ?? 'ack'
}

/** The chosen deliveries that wait for a person's confirmation, now live. Throws `state_conflict` if there are none. */
export async function markLive(
  outlets: Outlets,
  change: ReleaseChange,
  { chosen, at }: { readonly chosen: readonly DeliveryRecord[]; readonly at: Date },
): Promise<DeliveryRecord[]> {
  const waiting = chosen.filter(
    (delivery) => delivery.status === 'ingested' && liveOnOf(outlets, delivery) === 'manual',
  )
  if (waiting.length === 0)
    throw stateConflict(change.state.status, [], 'None of these outlets has a delivery that can be marked as live.')
  const live: DeliveryRecord[] = []
  for (const delivery of waiting) live.push(await goLiveBy(change, delivery, at))
  return live
}

async function goLiveBy(change: ReleaseChange, delivery: DeliveryRecord, at: Date): Promise<DeliveryRecord> {
  const { id: deliveryId, outletId, releaseId, revision: number } = delivery
  const revision = await findRevision(change.trx, releaseId, number)
  if (!revision) throw new Error(`Revision ${number} of ${releaseId} is gone`)
  const progress = goLive(delivery, { at, revision, tracks: await findDeliveryTracks(change.trx, deliveryId) })
  await saveDeliveryTracks(change.trx, deliveryId, progress.tracks ?? [])
  for (const { type } of progress.events)
    recordEvent(change, { type, data: { deliveryId, outletId, revision: number } })
  return progress.delivery
}
