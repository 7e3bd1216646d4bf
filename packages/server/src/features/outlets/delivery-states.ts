import type { DeliveryStatus, DeliverySummary, ReleaseStatus } from '@spindle/contract'

/**
 * Owns which status of a delivery may follow which, and what the deliveries of a release say about the release.
 * A delivery that was live keeps `liveAt` while an update is on its way: its outlet still offers the older revision.
 * A takedown clears it.
 */

export type DeliveryTrigger =
  | 'start'
  | 'send'
  | 'finish_sending'
  | 'acknowledge'
  | 'ingest'
  | 'go_live'
  | 'fail'
  | 'refuse'
  | 'retry'
  | 'redeliver'
  | 'takedown'
  | 'cancel'
  | 'send_takedown'
  | 'retry_takedown'
  | 'confirm_takedown'

export interface DeliveryTransition {
  readonly from: DeliveryStatus
  readonly to: DeliveryStatus
  readonly trigger: DeliveryTrigger
}

const rows = (from: readonly DeliveryStatus[], trigger: DeliveryTrigger, to: DeliveryStatus): DeliveryTransition[] =>
  from.map((status) => ({ from: status, to, trigger }))

export const deliveryTransitions: readonly DeliveryTransition[] = [
  ...rows(['queued'], 'start', 'packaging'),
  ...rows(['packaging'], 'send', 'sending'),
  ...rows(['sending'], 'finish_sending', 'sent'),
  // An outlet may take in the end what it refused.
  ...rows(['sent', 'refused'], 'acknowledge', 'acknowledged'),
  ...rows(['acknowledged'], 'ingest', 'ingested'),
  ...rows(['ingested'], 'go_live', 'live'),

  // What is live fails when its outlet lacks a file after all.
  ...rows(['packaging', 'sending', 'sent', 'acknowledged', 'ingested', 'live'], 'fail', 'failed'),
  // An outlet may take back later what it said first.
  ...rows(['sent', 'acknowledged', 'ingested', 'live'], 'refuse', 'refused'),
  ...rows(['failed'], 'retry', 'queued'),
  // A new revision, or a release that comes back after a takedown. An outlet may take days to say what it makes of one.
  ...rows(['sent', 'ingested', 'live', 'failed', 'refused', 'taken_down'], 'redeliver', 'queued'),

  // An outlet that was ever offered the release is sent the takedown, even if it refused an update. `cancel` is for one
  // that was not.
  ...rows(
    ['queued', 'packaging', 'sending', 'sent', 'acknowledged', 'ingested', 'live', 'failed', 'refused'],
    'takedown',
    'takedown_queued',
  ),
  ...rows(['queued'], 'cancel', 'taken_down'),
  ...rows(['takedown_queued'], 'send_takedown', 'takedown_sent'),
  ...rows(['takedown_sent', 'taken_down'], 'retry_takedown', 'takedown_queued'),
  ...rows(['takedown_sent'], 'confirm_takedown', 'taken_down'),
]

/** What may be done with a delivery in a status, in the order of the table. */
export const allowedDeliveryTriggers = (status: DeliveryStatus): readonly DeliveryTrigger[] =>
  deliveryTransitions.filter(({ from }) => from === status).map(({ trigger }) => trigger)

export type DeliveryTransitionResult =
  | { readonly to: DeliveryStatus }
  | { readonly conflict: readonly DeliveryTrigger[] }

/** The status a trigger leads to, or what would be allowed instead. */
export function deliveryTransition(status: DeliveryStatus, trigger: DeliveryTrigger): DeliveryTransitionResult {
  const found = deliveryTransitions.find(({ from, trigger: on }) => from === status && on === trigger)
  return found ? { to: found.to } : { conflict: allowedDeliveryTriggers(status) }
}

/** The word of DDEX for each status (allowed-value set SupplyChainStatus). */
export const supplyChainStatus: Readonly<Record<DeliveryStatus, string>> = {
  queued: 'OrderPlacedForReleaseDistributor',
  packaging: 'InPreparationForDeliveryToReleaseDistributor',
  sending: 'InDeliveryToReleaseDistributor',
  sent: 'DeliveredToReleaseDistributor',
  acknowledged: 'ReleaseReceivedByReleaseDistributor',
  ingested: 'SuccessfullyIngestedByReleaseDistributor',
  live: 'ReleaseMadeAvailableToConsumers',
  failed: 'ProcessingErrorAtReleaseCreator',
  refused: 'ProcessingErrorAtReleaseDistributor',
  takedown_queued: 'ReleaseMadeAvailableToConsumers',
  takedown_sent: 'ReleaseMadeAvailableToConsumers',
  taken_down: 'ReleaseNotAvailable',
}

/** What a decision about the release needs to know of one delivery. */
export interface DeliveryState {
  readonly status: DeliveryStatus
  /** When a failed delivery is tried again; null when it is not. */
  readonly nextAttemptAt: string | null
  /** Since when the outlet offers the release; null when it does not. */
  readonly liveAt: string | null
}

const comingDown: readonly DeliveryStatus[] = ['takedown_queued', 'takedown_sent']

const isOver = ({ status, nextAttemptAt }: DeliveryState): boolean =>
  status === 'refused' || (status === 'failed' && nextAttemptAt === null)

const isAvailable = ({ status, liveAt }: DeliveryState): boolean =>
  status === 'live' || (liveAt !== null && status !== 'taken_down' && !comingDown.includes(status))

/** The outlet has the release and waits for its date. */
const isScheduled = ({ status, liveAt }: DeliveryState): boolean => status === 'ingested' && liveAt === null

/**
 * Counts deliveries for lists. A failed one that will be tried again is pending; one taken down counts in the total
 * only.
 */
export function deliverySummary(deliveries: readonly DeliveryState[]): Omit<DeliverySummary, 'refusedTracks'> {
  const count = (matches: (delivery: DeliveryState) => boolean) => deliveries.filter(matches).length
  const live = count(({ status }) => status === 'live')
  const scheduled = count(isScheduled)
  const failed = count(isOver)
  const down = count(({ status }) => status === 'taken_down')
  const pending = deliveries.length - live - scheduled - failed - down
  return { total: deliveries.length, live, scheduled, failed, pending }
}

/** The statuses of a release that follow from its deliveries. */
export type DeliveredStatus = Extract<
  ReleaseStatus,
  'delivering' | 'scheduled' | 'live' | 'delivery_failed' | 'takedown_pending' | 'taken_down'
>

/**
 * What the deliveries make of a release. Live from the first outlet on, once the release date is reached; scheduled
 * when every outlet that is left has it and waits for the date; failed when there is no outlet left to wait for; down
 * when every outlet that had it has confirmed.
 */
export function releaseStatusAfter(deliveries: readonly DeliveryState[], releaseDateReached: boolean): DeliveredStatus {
  const some = (...statuses: readonly DeliveryStatus[]) => deliveries.some(({ status }) => statuses.includes(status))
  const rest = deliveries.filter((delivery) => !isOver(delivery) && delivery.status !== 'taken_down')
  if (rest.length === 0 && some('taken_down')) return 'taken_down'
  if (rest.length === 0 && deliveries.length > 0 && !deliveries.some(isAvailable)) return 'delivery_failed'
  if (releaseDateReached && deliveries.some(isAvailable)) return 'live'
  if (rest.length > 0 && rest.every(({ status }) => comingDown.includes(status))) return 'takedown_pending'
  if (rest.length > 0 && rest.every(isScheduled)) return 'scheduled'
  return 'delivering'
}
