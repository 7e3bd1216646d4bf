import type { Delivery } from '@spindle/contract'
import { type OutletsFeature, supplyChainStatus } from '../../outlets/index.ts'
import type { findDeliveriesWithTracks } from './delivery-queries.ts'

type WireRow = Awaited<ReturnType<typeof findDeliveriesWithTracks>>[number]

/** A delivery in an answer. An outlet that is no longer configured is shown with its id as its name. */
export const toDelivery = (row: WireRow, outlets: Pick<OutletsFeature, 'list'>): Delivery => ({
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
  liveAt: row.liveAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
