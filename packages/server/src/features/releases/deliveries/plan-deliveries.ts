import { type DeliveryTrigger, deliveryTransition, type Outlet } from '../../outlets/index.ts'
import type { DeliveryRecord } from './delivery-queries.ts'

/** How a submission or a takedown changes each delivery. Pure. */

/** One step of the delivery's state machine; the caller has checked that it is allowed. */
export function step(
  delivery: DeliveryRecord,
  trigger: DeliveryTrigger,
  changes: Partial<DeliveryRecord> = {},
): DeliveryRecord {
  const result = deliveryTransition(delivery.status, trigger)
  if ('conflict' in result) throw new Error(`A delivery that is ${delivery.status} does not ${trigger}`)
  return { ...delivery, ...changes, status: result.to }
}

export const isDown = ({ status }: Pick<DeliveryRecord, 'status'>): boolean =>
  status === 'taken_down' || status === 'takedown_queued' || status === 'takedown_sent'

const fresh = { attempts: 0, nextAttemptAt: null, leasedUntil: null, reason: null } as const

/** From the start, with the wanted revision. The caller has checked who may release a held one. */
export const redeliver = (delivery: DeliveryRecord): DeliveryRecord =>
  step(delivery, delivery.status === 'failed' ? 'retry' : 'redeliver', {
    ...fresh,
    isHeld: false,
    round: delivery.round + 1,
    revision: delivery.wantedRevision,
  })

const inFlight = ['packaging', 'sending', 'sent', 'acknowledged']

function updateDelivery(delivery: DeliveryRecord, revision: number): DeliveryRecord {
  if (delivery.status === 'live' && delivery.revision === revision) return delivery
  const wanted = { ...delivery, wantedRevision: revision }
  if (inFlight.includes(delivery.status)) return wanted
  return delivery.status === 'queued' ? { ...wanted, revision } : redeliver(wanted)
}

/**
 * Whether the outlet may have the release: it was called with an offer after the last takedown that it was sent. No
 * status shows this. An update may wait, or may have been refused, while the outlet keeps the previous revision.
 */
export const mayHave = ({ offeredRound }: Pick<DeliveryRecord, 'offeredRound'>): boolean => offeredRound !== null

/** Takes a delivery down. The outlet gets a takedown, unless it was never offered the release. */
export function takeDown(delivery: DeliveryRecord): DeliveryRecord {
  const ended = { ...fresh, wantedRevision: delivery.revision }
  return mayHave(delivery)
    ? step(delivery, 'takedown', { ...ended, round: delivery.round + 1 })
    : step(delivery, 'cancel', ended)
}

export interface DeliveryRequest {
  readonly releaseId: string
  readonly revision: number
  readonly existing: readonly DeliveryRecord[]
  readonly targets: readonly Outlet[]
  /** The ids that the release names; null or undefined means every outlet. */
  readonly named?: readonly string[] | null | undefined
  /** After it was taken down everywhere. A takedown at a single outlet stays in effect. */
  readonly isReinstated: boolean
}

/**
 * The deliveries that a submission creates or changes. An outlet that the release no longer names takes it down; one
 * that is only missing from the configuration keeps what it has.
 */
export function planDeliveries(
  { releaseId, revision, existing, targets, named, isReinstated }: DeliveryRequest,
  make: { readonly id: () => string; readonly at: Date },
): DeliveryRecord[] {
  const known = new Map(existing.map((delivery) => [delivery.outletId, delivery] as const))
  const wanted = targets.flatMap(({ id: outletId, kind: outletKind }) => {
    const delivery = known.get(outletId)
    if (delivery) return isDown(delivery) && !isReinstated ? [] : [updateDelivery(delivery, revision)]
    const created: DeliveryRecord = {
      ...fresh,
      id: make.id(),
      releaseId,
      outletId,
      outletKind,
      status: 'queued',
      revision,
      wantedRevision: revision,
      liveRevision: null,
      round: 0,
      offeredRound: null,
      isHeld: false,
      liveAt: null,
      createdAt: make.at,
      updatedAt: make.at,
    }
    return [created]
  })
  const dropped = existing.filter(
    (delivery) => !isDown(delivery) && named !== null && named !== undefined && !named.includes(delivery.outletId),
  )
  const changed = wanted.filter((delivery) => !existing.includes(delivery))
  return [...changed, ...dropped.map(takeDown)]
}
