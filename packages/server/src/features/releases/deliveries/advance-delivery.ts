import type { DeliveryEventType, LiveOn } from '@spindle/contract'
import { type DeliveryTrigger, type OutletReason, type RetryPolicy, retryPauseMs } from '../../outlets/index.ts'
import type { Outcome } from './call-outlet.ts'
import type { DeliveryRecord, DeliveryTrackRow, FrozenRevision } from './delivery-queries.ts'
import { leaseMs } from './keep-lease.ts'
import { redeliver, step } from './plan-deliveries.ts'
import { tracksDown, tracksOffered, tracksUnderWay } from './tracks.ts'

/** The next step of a delivery, and how it handles an answer. Pure: same row, same time, same step. */

export interface DeliveryContext {
  readonly at: Date
  readonly retry: RetryPolicy
  readonly revision: FrozenRevision
  readonly tracks: readonly DeliveryTrackRow[]
  readonly liveOn: LiveOn
}

/** The event, with a reason if the outlet gave one. */
export interface DeliveryEvent {
  readonly type: DeliveryEventType
  readonly reason?: OutletReason | null
}

export interface DeliveryStep {
  readonly delivery: DeliveryRecord
  readonly tracks?: readonly DeliveryTrackRow[]
  readonly events: readonly DeliveryEvent[]
  /** The next time to check. */
  readonly runAt?: Date
  readonly call?: 'deliver' | 'takedown'
}

const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
/** Longer than the attempt, so that an answer in time is still within its lease. */
const leaseMarginMs = 5_000
/** Longer attempts renew it. */
export const leaseEnd = ({ at, retry }: Pick<DeliveryContext, 'at' | 'retry'>): Date =>
  addMs(at, Math.min(retry.timeoutMs, leaseMs) + leaseMarginMs)

/** Undefined if there is nothing to do. */
export function nextStep(delivery: DeliveryRecord, context: DeliveryContext): DeliveryStep | undefined {
  const { at } = context
  const waits = (until: Date | null): DeliveryStep | undefined =>
    until !== null && until > at ? { delivery, events: [], runAt: until } : undefined
  switch (delivery.status) {
    case 'queued':
      return send(delivery, context)
    case 'failed':
      if (delivery.nextAttemptAt === null) return undefined
      return waits(delivery.nextAttemptAt) ?? send(step(delivery, 'retry'), context)
    case 'sent':
      return waits(delivery.leasedUntil) ?? waits(delivery.nextAttemptAt) ?? askAgain(delivery, 'deliver', context)
    case 'packaging':
    case 'sending':
    case 'acknowledged':
      return waits(delivery.leasedUntil) ?? fail(delivery, attemptLost, context)
    case 'ingested':
      if (waitsForWord(delivery, context)) return undefined
      return waits(context.revision.availableAt) ?? goLive(delivery, context)
    case 'takedown_queued':
      return waits(delivery.nextAttemptAt) ?? sendTakedown(delivery, context)
    case 'takedown_sent':
      if (delivery.nextAttemptAt !== null)
        return waits(delivery.nextAttemptAt) ?? askAgain(delivery, 'takedown', context)
      return waits(delivery.leasedUntil) ?? sendTakedown(step(delivery, 'retry_takedown'), context)
    default:
      return undefined
  }
}

const attemptLost: OutletReason = { code: 'attempt_lost', message: 'The hub stopped before the outlet answered.' }

const lease = ({ attempts }: DeliveryRecord, context: DeliveryContext) => ({
  attempts: attempts + 1,
  nextAttemptAt: null,
  leasedUntil: leaseEnd(context),
})

/** The outlet has it: the same attempt, to get its result. */
const askAgain = (delivery: DeliveryRecord, call: 'deliver' | 'takedown', context: DeliveryContext): DeliveryStep => ({
  delivery: { ...delivery, nextAttemptAt: null, leasedUntil: leaseEnd(context) },
  events: [],
  call,
})

const send = (delivery: DeliveryRecord, context: DeliveryContext): DeliveryStep => ({
  // Written before the outlet is called: even if the call fails, the outlet may have received it.
  delivery: step(step(delivery, 'start'), 'send', { ...lease(delivery, context), offeredRound: delivery.round }),
  tracks: tracksUnderWay(context.tracks, context.revision.tracks),
  events: [],
  call: 'deliver',
})

const sendTakedown = (delivery: DeliveryRecord, context: DeliveryContext): DeliveryStep => ({
  delivery: step(delivery, 'send_takedown', lease(delivery, context)),
  events: [{ type: 'delivery.takedown_sent' }],
  call: 'takedown',
})

/** Undefined for an answer that is no longer expected. */
export function applyOutcome(
  delivery: DeliveryRecord,
  attempt: number,
  outcome: Outcome,
  context: DeliveryContext,
): DeliveryStep | undefined {
  if (delivery.attempts !== attempt) return undefined
  if (delivery.status === 'takedown_sent') return applyTakedown(delivery, outcome, context)
  const isAsked = delivery.status === 'sent'
  if ((delivery.status !== 'sending' && !isAsked) || outcome.result === 'down') return undefined
  if (outcome.result === 'sent') return waitForAnswer(delivery, outcome.askAgainMs, context)
  if (outcome.result === 'failed')
    return isAsked
      ? waitForAnswer(delivery, retryPauseMs(context.retry, context.retry.maxAttempts), context)
      : fail(delivery, outcome, context)
  if (outcome.result === 'refused')
    return outcome.wantsFiles === true ? sendAgain(delivery, outcome, context) : refuse(delivery, outcome, context)
  const [first] = outcome.refusedTracks
  if (first && outcome.refusedTracks.length >= context.revision.tracks.length) return refuse(delivery, first, context)
  return accept(delivery, outcome, context)
}

/** An update of a live release is live as soon as the outlet has it. */
const waitsForWord = ({ liveAt }: DeliveryRecord, { liveOn }: Pick<DeliveryContext, 'liveOn'>): boolean =>
  liveOn !== 'ack' && liveAt === null

function applyTakedown(delivery: DeliveryRecord, outcome: Outcome, context: DeliveryContext): DeliveryStep {
  if (outcome.result === 'down') return confirmTakedown(delivery, context)
  if (outcome.result !== 'sent') return retryTakedown(delivery, outcome, context)
  const runAt = addMs(context.at, outcome.askAgainMs)
  return { delivery: { ...delivery, leasedUntil: null, nextAttemptAt: runAt }, events: [], runAt }
}

/** The outlet has the message. A newer revision does not wait for its result. */
function waitForAnswer(delivery: DeliveryRecord, pauseMs: number, context: DeliveryContext): DeliveryStep {
  const runAt = addMs(context.at, pauseMs)
  const isNew = delivery.status === 'sending'
  const sent = isNew ? step(delivery, 'finish_sending') : delivery
  return followNewerRevision(
    {
      delivery: { ...sent, leasedUntil: null, nextAttemptAt: runAt, reason: null },
      events: isNew ? [{ type: 'delivery.sent' }] : [],
      runAt,
    },
    context,
  )
}

/** An outlet that answers immediately was never in the state of having it. */
const asSent = (delivery: DeliveryRecord): DeliveryRecord =>
  delivery.status === 'sending' ? step(delivery, 'finish_sending') : delivery

const steps = (delivery: DeliveryRecord, ...triggers: DeliveryTrigger[]): DeliveryRecord =>
  triggers.reduce((current, trigger) => step(current, trigger), delivery)

const atRest = { leasedUntil: null, nextAttemptAt: null } as const

const sentEvent: DeliveryEvent = { type: 'delivery.sent' }

/** The outlet has it, and it is live if nothing else is pending. */
export function accept(
  delivery: DeliveryRecord,
  { refusedTracks, isLive }: Extract<Outcome, { result: 'accepted' }>,
  context: DeliveryContext,
): DeliveryStep {
  const ingested = {
    ...steps(asSent(delivery), 'acknowledge', 'ingest'),
    ...atRest,
    reason: null,
  }
  const tracks = keepOfferedTracks(context, tracksUnderWay(context.tracks, context.revision.tracks, refusedTracks))
  const progress: DeliveryStep = {
    delivery: ingested,
    tracks,
    events: [...(delivery.status === 'sending' ? [sentEvent] : []), { type: 'delivery.acknowledged' }],
  }
  const { availableAt } = context.revision
  if (ingested.wantedRevision > ingested.revision) return followNewerRevision(progress, context)
  const isSaid = isLive === true && context.liveOn === 'manual'
  if (waitsForWord(ingested, context) && !isSaid) return progress
  if (!isSaid && availableAt !== null && availableAt > context.at) return { ...progress, runAt: availableAt }
  const live = goLive(ingested, { ...context, tracks })
  return { ...live, events: [...progress.events, ...live.events] }
}

/** Tracks of the previous revision, which the outlet offers until this one is live. */
const keepOfferedTracks = ({ tracks }: DeliveryContext, underWay: readonly DeliveryTrackRow[]): DeliveryTrackRow[] => [
  ...underWay,
  ...tracks.filter(({ trackId }) => !underWay.some((row) => row.trackId === trackId)),
]

/** The outlet offers the revision it accepted. */
export const goLive = (
  delivery: DeliveryRecord,
  { at, tracks, revision }: Pick<DeliveryContext, 'at' | 'tracks' | 'revision'>,
): DeliveryStep => ({
  delivery: step(delivery, 'go_live', {
    ...atRest,
    liveRevision: delivery.revision,
    liveAt: delivery.liveAt ?? at,
  }),
  tracks: tracksOffered(tracks, revision.tracks),
  events: [{ type: 'delivery.live' }],
})

const refuse = (delivery: DeliveryRecord, { code, message }: OutletReason, context: DeliveryContext): DeliveryStep =>
  followNewerRevision(
    {
      delivery: step(asSent(delivery), 'refuse', { ...atRest, reason: { code, message } }),
      events: [{ type: 'delivery.refused', reason: { code, message } }],
    },
    context,
  )

/** The same revision in a new message, after a pause as after a failure. */
export function sendAgain(
  delivery: DeliveryRecord,
  { code, message }: OutletReason,
  context: DeliveryContext,
): DeliveryStep {
  const runAt = addMs(context.at, retryPauseMs(context.retry, delivery.attempts))
  const reason = { code, message }
  const round = delivery.round + 1
  const next = step(asSent(delivery), 'fail', { leasedUntil: null, nextAttemptAt: runAt, reason, round })
  return followNewerRevision({ delivery: next, events: [{ type: 'delivery.failed', reason }], runAt }, context)
}

function fail(
  delivery: DeliveryRecord,
  { code, message, isFinal }: OutletReason & { readonly isFinal?: boolean },
  context: DeliveryContext,
): DeliveryStep {
  const mayRetry = isFinal !== true && delivery.attempts < context.retry.maxAttempts
  const nextAttemptAt = mayRetry ? addMs(context.at, retryPauseMs(context.retry, delivery.attempts)) : null
  const reason = { code, message }
  const next = step(delivery, 'fail', { leasedUntil: null, nextAttemptAt, reason })
  const progress: DeliveryStep = { delivery: next, events: [{ type: 'delivery.failed', reason }] }
  return followNewerRevision(nextAttemptAt ? { ...progress, runAt: nextAttemptAt } : progress, context)
}

/** A newer revision was submitted while this one was being delivered: it follows immediately. */
const followNewerRevision = (progress: DeliveryStep, { at }: DeliveryContext): DeliveryStep =>
  progress.delivery.wantedRevision > progress.delivery.revision
    ? { ...progress, delivery: redeliver(progress.delivery), runAt: at }
    : progress

const confirmTakedown = (delivery: DeliveryRecord, { tracks }: DeliveryContext): DeliveryStep => ({
  delivery: step(delivery, 'confirm_takedown', {
    ...atRest,
    liveAt: null,
    liveRevision: null,
    offeredRound: null,
    reason: null,
  }),
  tracks: tracksDown(tracks),
  events: [{ type: 'delivery.taken_down' }],
})

/** A takedown is never given up. If it was refused it is sent again, not polled again. */
export function retryTakedown(
  delivery: DeliveryRecord,
  outcome: Outcome,
  { at, retry }: DeliveryContext,
): DeliveryStep {
  const nextAttemptAt = addMs(at, retryPauseMs(retry, delivery.attempts))
  const isRefused = outcome.result === 'refused'
  const reason = isRefused || outcome.result === 'failed' ? { code: outcome.code, message: outcome.message } : null
  const round = isRefused ? delivery.round + 1 : delivery.round
  return {
    delivery: step(delivery, 'retry_takedown', {
      leasedUntil: null,
      nextAttemptAt,
      reason,
      round,
      offeredRound: delivery.offeredRound ?? delivery.round,
    }),
    events: [{ type: 'delivery.takedown_failed', reason }],
    runAt: nextAttemptAt,
  }
}
