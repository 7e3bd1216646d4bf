import type { DeliveryEventType } from '@spindle/contract'
import { type DeliveryTrigger, type OutletReason, type RetryPolicy, retryPauseMs } from '../../outlets/index.ts'
import type { Outcome } from './call-outlet.ts'
import type { DeliveryRecord, DeliveryTrackRow, FrozenRevision } from './delivery-store.ts'
import { redeliver, step } from './plan-deliveries.ts'
import { tracksDown, tracksOffered, tracksUnderWay } from './tracks.ts'

/** What a delivery does next, and what it makes of an answer. Pure: same row, same time, same step. */

export interface DeliveryContext {
  readonly at: Date
  readonly retry: RetryPolicy
  readonly revision: FrozenRevision
  readonly tracks: readonly DeliveryTrackRow[]
}

/** What happened; with a reason where the outlet gave one. */
export interface DeliveryEvent {
  readonly type: DeliveryEventType
  readonly reason?: OutletReason | null
}

export interface DeliveryStep {
  readonly delivery: DeliveryRecord
  readonly tracks?: readonly DeliveryTrackRow[]
  readonly events: readonly DeliveryEvent[]
  /** When to look again. */
  readonly runAt?: Date
  readonly call?: 'deliver' | 'takedown'
}

const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
/** Beyond the attempt itself, so that an answer on time finds its lease. */
const leaseMarginMs = 5_000

/** Undefined when there is nothing to do. */
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
    case 'packaging':
    case 'sending':
    case 'sent':
    case 'acknowledged':
      return waits(delivery.leasedUntil) ?? fail(delivery, attemptLost, context)
    case 'ingested':
      return waits(context.revision.availableAt) ?? goLive(delivery, context)
    case 'takedown_queued':
      return waits(delivery.nextAttemptAt) ?? sendTakedown(delivery, context)
    case 'takedown_sent':
      return waits(delivery.leasedUntil) ?? sendTakedown(step(delivery, 'retry_takedown'), context)
    default:
      return undefined
  }
}

const attemptLost: OutletReason = { code: 'attempt_lost', message: 'The hub stopped before the outlet answered.' }

const lease = ({ attempts }: DeliveryRecord, { at, retry }: DeliveryContext) => ({
  attempts: attempts + 1,
  nextAttemptAt: null,
  leasedUntil: addMs(at, retry.timeoutMs + leaseMarginMs),
})

const send = (delivery: DeliveryRecord, context: DeliveryContext): DeliveryStep => ({
  delivery: step(step(delivery, 'start'), 'send', lease(delivery, context)),
  tracks: tracksUnderWay(context.tracks, context.revision.tracks),
  events: [],
  call: 'deliver',
})

const sendTakedown = (delivery: DeliveryRecord, context: DeliveryContext): DeliveryStep => ({
  delivery: step(delivery, 'send_takedown', lease(delivery, context)),
  events: [{ type: 'delivery.takedown_sent' }],
  call: 'takedown',
})

/** Undefined for an answer nobody waits for any more. */
export function applyOutcome(
  delivery: DeliveryRecord,
  attempt: number,
  outcome: Outcome,
  context: DeliveryContext,
): DeliveryStep | undefined {
  if (delivery.attempts !== attempt) return undefined
  if (delivery.status === 'takedown_sent')
    return outcome.result === 'down' ? confirmTakedown(delivery, context) : retryTakedown(delivery, outcome, context)
  if (delivery.status !== 'sending' || outcome.result === 'down') return undefined
  if (outcome.result === 'failed') return fail(delivery, outcome, context)
  if (outcome.result === 'refused') return refuse(delivery, outcome, context)
  const [first] = outcome.refusedTracks
  if (first && outcome.refusedTracks.length >= context.revision.tracks.length) return refuse(delivery, first, context)
  return accept(delivery, outcome.refusedTracks, context)
}

const steps = (delivery: DeliveryRecord, ...triggers: DeliveryTrigger[]): DeliveryRecord =>
  triggers.reduce((current, trigger) => step(current, trigger), delivery)

const atRest = { leasedUntil: null, nextAttemptAt: null } as const

function accept(
  delivery: DeliveryRecord,
  refusedTracks: Parameters<typeof tracksUnderWay>[2],
  context: DeliveryContext,
): DeliveryStep {
  const ingested = {
    ...steps(delivery, 'finish_sending', 'acknowledge', 'ingest'),
    ...atRest,
    reason: null,
  }
  const tracks = keepOfferedTracks(context, tracksUnderWay(context.tracks, context.revision.tracks, refusedTracks))
  const progress: DeliveryStep = {
    delivery: ingested,
    tracks,
    events: [{ type: 'delivery.sent' }, { type: 'delivery.acknowledged' }],
  }
  const { availableAt } = context.revision
  if (ingested.wantedRevision > ingested.revision) return followNewerRevision(progress, context)
  if (availableAt !== null && availableAt > context.at) return { ...progress, runAt: availableAt }
  const live = goLive(ingested, { ...context, tracks })
  return { ...live, events: [...progress.events, ...live.events] }
}

/** Tracks of the revision before, which the outlet offers until this one is live. */
const keepOfferedTracks = ({ tracks }: DeliveryContext, underWay: readonly DeliveryTrackRow[]): DeliveryTrackRow[] => [
  ...underWay,
  ...tracks.filter(({ trackId }) => !underWay.some((row) => row.trackId === trackId)),
]

const goLive = (delivery: DeliveryRecord, { at, tracks, revision }: DeliveryContext): DeliveryStep => ({
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
      delivery: step(step(delivery, 'finish_sending'), 'refuse', { ...atRest, reason: { code, message } }),
      events: [{ type: 'delivery.refused', reason: { code, message } }],
    },
    context,
  )

function fail(delivery: DeliveryRecord, { code, message }: OutletReason, context: DeliveryContext): DeliveryStep {
  const mayRetry = delivery.attempts < context.retry.maxAttempts
  const nextAttemptAt = mayRetry ? addMs(context.at, retryPauseMs(context.retry, delivery.attempts)) : null
  const reason = { code, message }
  const next = step(delivery, 'fail', { leasedUntil: null, nextAttemptAt, reason })
  const progress: DeliveryStep = { delivery: next, events: [{ type: 'delivery.failed', reason }] }
  return followNewerRevision(nextAttemptAt ? { ...progress, runAt: nextAttemptAt } : progress, context)
}

/** A newer revision was submitted while this one was under way: it follows at once. */
const followNewerRevision = (progress: DeliveryStep, { at }: DeliveryContext): DeliveryStep =>
  progress.delivery.wantedRevision > progress.delivery.revision
    ? { ...progress, delivery: redeliver(progress.delivery), runAt: at }
    : progress

const confirmTakedown = (delivery: DeliveryRecord, { tracks }: DeliveryContext): DeliveryStep => ({
  delivery: step(delivery, 'confirm_takedown', { ...atRest, liveAt: null, liveRevision: null, reason: null }),
  tracks: tracksDown(tracks),
  events: [{ type: 'delivery.taken_down' }],
})

/** A takedown is never given up. */
function retryTakedown(delivery: DeliveryRecord, outcome: Outcome, { at, retry }: DeliveryContext): DeliveryStep {
  const nextAttemptAt = addMs(at, retryPauseMs(retry, delivery.attempts))
  const reason = outcome.result === 'failed' ? { code: outcome.code, message: outcome.message } : null
  return {
    delivery: step(delivery, 'retry_takedown', { leasedUntil: null, nextAttemptAt, reason }),
    events: [{ type: 'delivery.takedown_failed', reason }],
    runAt: nextAttemptAt,
  }
}
