import type { ReleaseStatus } from '@spindle/contract'
import { type DeliveryState, deliverySummary, releaseStatusAfter } from '../../outlets/index.ts'
import { applyTrigger, type EventDetails, type ReleaseChange, systemActor } from '../status/change-release.ts'
import type { DeliveryRecord } from './delivery-queries.ts'

const stateOf = ({ status, nextAttemptAt, liveAt }: DeliveryRecord): DeliveryState => ({
  status,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  liveAt: liveAt?.toISOString() ?? null,
})

/** The outlet's name for it, if the message is sent again. */
const whyComingDown = (deliveries: readonly DeliveryRecord[]): string | undefined =>
  deliveries.find(({ status, reason }) => status === 'takedown_queued' && reason !== null)?.reason?.message

/** Any outlet may still change the result, even one that had refused it. */
const isUndecided = (status: ReleaseStatus): boolean =>
  status === 'delivering' || status === 'scheduled' || status === 'delivery_failed'

/** Updates the release from its deliveries: its summary, and the status that follows from them. */
export function deriveStatus(change: ReleaseChange, deliveries: readonly DeliveryRecord[], at: Date): void {
  const states = deliveries.map(stateOf)
  change.state = {
    ...change.state,
    summary: { ...deliverySummary(states), refusedTracks: change.state.summary.refusedTracks },
  }
  // An outlet that waits for the release date is not live, so the date need not be checked again.
  const target = releaseStatusAfter(states, true)
  const bySystem: EventDetails = { actor: systemActor }
  const { status } = change.state
  const mayComeDown = status === 'delivering' || status === 'scheduled' || status === 'live'
  if (mayComeDown && (target === 'takedown_pending' || target === 'taken_down'))
    applyTrigger(change, 'takedown', bySystem)
  if (change.state.status === 'takedown_pending' && target === 'taken_down')
    applyTrigger(change, 'confirm_takedown', bySystem)
  if (status === 'taken_down' && target === 'takedown_pending')
    applyTrigger(change, 'takedown', { ...bySystem, reason: whyComingDown(deliveries) })
  if (status === 'live' && target === 'delivery_failed') applyTrigger(change, 'fail_delivery', bySystem)
  if (!isUndecided(change.state.status) || change.state.status === target) return
  if (target === 'scheduled') applyTrigger(change, 'schedule', bySystem)
  if (target === 'delivery_failed') applyTrigger(change, 'fail_delivery', bySystem)
  if (target !== 'live') return
  applyTrigger(change, 'go_live', bySystem)
  change.state = { ...change.state, liveAt: change.state.liveAt ?? at }
}
