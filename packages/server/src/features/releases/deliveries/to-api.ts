import { type Delivery, type DeliveryStatus, type GoLive, goLiveOf } from '@spindle/contract'
import { type OutletsFeature, supplyChainStatus } from '../../outlets/index.ts'
import type { findDeliveriesWithTracks } from './delivery-queries.ts'

type WireRow = Awaited<ReturnType<typeof findDeliveriesWithTracks>>[number]

/** A delivery in an answer. An outlet that is no longer configured is shown with its id as its name. */
export const toDelivery = (row: WireRow, outlets: Pick<OutletsFeature, 'list' | 'adapterOf'>): Delivery => ({
  id: row.id as Delivery['id'],
  releaseId: row.releaseId as Delivery['releaseId'],
  outlet: {
    id: row.outletId,
    name: outlets.list().find(({ id }) => id === row.outletId)?.name ?? row.outletId,
    kind: row.outletKind,
  },
  status: row.status,
  supplyChainStatus: supplyChainStatus[row.status],
  revision: row.revision,
  attempts: row.attempts,
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  reason: row.reason,
  tracks: row.tracks,
  goesLive: goesLiveAt(row, outlets),
  liveAt: row.liveAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const neverLive: ReadonlySet<DeliveryStatus> = new Set(['refused', 'takedown_queued', 'takedown_sent', 'taken_down'])

/** A release without a zone starts in UTC where an outlet has one start for all territories. */
function goesLiveAt(row: WireRow, { adapterOf }: Pick<OutletsFeature, 'adapterOf'>): GoLive | null {
  if (row.liveAt !== null || row.dates === null || neverLive.has(row.status)) return null
  const { availableAt, ...dates } = row.dates
  const goLive = goLiveOf(dates, availableAt === undefined ? null : new Date(availableAt))
  return goLive && { ...goLive, timeZone: goLive.timeZone ?? (adapterOf(row.outletKind)?.startsLocally ? null : 'UTC') }
}
