import { AppError, type ReleaseEventType, type ReleaseStatus } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import type { Actor } from '../model/actor.ts'
import type { ReleaseRecord } from '../model/release-record.ts'
import { lockRelease, type StateColumns, updateState } from '../release-queries.ts'
import { chainEvents, chainHead, eventMaker, type Moment, type NewEvent } from './event-chain.ts'
import { insertEvents } from './event-queries.ts'
import { type ActorRole as Role, type Trigger, transition } from './state-machine.ts'

/**
 * One change of a locked release: its new state and the events about it, written together at the end. A status changes
 * only here, and every change of it is an event.
 */

export interface ReleaseChange {
  readonly trx: TenantTransaction
  readonly releaseId: string
  readonly actor: Actor
  /** The revision in events; it follows edits. */
  revision: number
  state: StateColumns
  readonly events: NewEvent[]
  readonly head: Buffer | null
}

export const systemActor: Actor = { type: 'system', id: null, name: null }

export const beginChange = (trx: TenantTransaction, release: ReleaseRecord, actor: Actor): ReleaseChange => ({
  trx,
  releaseId: release.id,
  actor,
  revision: release.revision,
  state: {
    status: release.status,
    submittedRevision: release.submittedRevision,
    restoredRevision: release.restoredRevision,
    submittedAt: release.submittedAt,
    liveAt: release.liveAt,
    firstDeliveredAt: release.firstDeliveredAt,
    submitsItself: release.submitsItself,
    summary: release.summary,
    approvedRevision: release.approvedRevision,
    reviewRevision: release.reviewRevision,
    review: release.review,
  },
  events: [],
  head: release.lastEventSha256,
})

export const roleOf = ({ type }: Actor): Role => (type === 'system' || type === 'operator' ? type : 'writer')

const eventTypes: Readonly<Record<Trigger, ReleaseEventType>> = {
  edit: 'release.updated',
  delete: 'release.deleted',
  submit: 'release.submitted',
  withdraw: 'release.withdrawn',
  claim: 'release.review_started',
  request_changes: 'release.changes_requested',
  reject: 'release.rejected',
  approve: 'release.approved',
  start_delivery: 'release.delivery_started',
  schedule: 'release.scheduled',
  go_live: 'release.live',
  fail_delivery: 'release.delivery_failed',
  retry: 'release.delivery_retried',
  takedown: 'release.takedown_requested',
  takedown_some: 'release.takedown_requested',
  confirm_takedown: 'release.taken_down',
}

export interface EventDetails {
  readonly actor?: Actor | undefined
  readonly reason?: string | undefined
  readonly data?: Readonly<Record<string, unknown>> | undefined
}

export interface NewEventDetails extends EventDetails {
  readonly type: NewEvent['type']
  readonly from?: NewEvent['from']
  readonly to?: NewEvent['to']
}

/** Throws `state_conflict` naming the state and what it allows. */
export function applyTrigger(change: ReleaseChange, trigger: Trigger, details: EventDetails = {}): void {
  const actor = details.actor ?? change.actor
  const from = change.state.status
  const result = transition(from, trigger, roleOf(actor), { wasDelivered: change.state.firstDeliveredAt !== null })
  if ('conflict' in result) throw stateConflict(from, result.conflict)
  const to = result.to === 'deleted' ? null : result.to
  recordEvent(change, { ...details, type: eventTypes[trigger], from, to })
  if (to === null) return
  change.state = { ...change.state, status: to }
  if (to === 'taken_down' && (from === 'submitted' || from === 'in_review')) endOffer(change)
}

/** An offer that was not approved: what outlets were given last counts again, and later changes are discarded to that. */
function endOffer(change: ReleaseChange): void {
  const { approvedRevision, submittedRevision } = change.state
  change.state = { ...change.state, submittedRevision: approvedRevision ?? submittedRevision }
}

/** An event without a change of status. */
export function recordEvent(
  change: ReleaseChange,
  { type, from = null, to = null, actor, reason, data = {} }: NewEventDetails,
): void {
  change.events.push({
    type,
    revision: change.revision,
    from,
    to,
    actor: actor ?? change.actor,
    reason: reason ?? null,
    data,
  })
}

export function stateConflict(status: ReleaseStatus, allowed: readonly Trigger[], why?: string): AppError {
  const words = allowed.length === 0 ? 'nothing' : allowed.join(', ')
  return new AppError('state_conflict', {
    detail: why ?? `The release is ${status}. Allowed actions: ${words}.`,
    extensions: { state: status, allowed },
  })
}

export async function saveChange(change: ReleaseChange, { ids, at }: Moment): Promise<void> {
  const events = chainEvents(change.events, change.head, eventMaker({ ids, at }))
  await updateState(change.trx, change.releaseId, { ...change.state, lastEventSha256: chainHead(events, change.head) })
  await insertEvents(change.trx, change.releaseId, events)
}

/** The actor, and the open transaction. */
export interface Caller {
  readonly trx: TenantTransaction
  readonly actor: Actor
}

export type ReleaseWork = (change: ReleaseChange, release: ReleaseRecord) => Promise<void> | void

/** Locks a release, does the work, and writes the result. Throws `release_not_found`. */
export type ChangeRelease = (caller: Caller, releaseId: string, work: ReleaseWork) => Promise<void>

export const releaseChanger =
  ({ clock, ids }: { readonly clock: Clock; readonly ids: Ids }): ChangeRelease =>
  async ({ trx, actor }, releaseId, work) => {
    const release = await lockRelease(trx, releaseId)
    if (!release) throw new AppError('release_not_found')
    const change = beginChange(trx, release, actor)
    const { state } = change
    await work(change, release)
    // Nothing happened: the version, and with it the ETag, stays.
    if (change.state === state && change.events.length === 0) return
    await saveChange(change, { ids, at: new Date(clock.now()) })
  }
