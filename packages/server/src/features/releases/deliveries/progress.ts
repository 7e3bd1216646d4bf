import { type DeliveryTrigger, type OutletReason, type RetryPolicy, retryPauseMs } from '../../outlets/index.ts'
import { redeliver, step } from './plan.ts'
import type { DeliveryRecord, DeliveryTrackRow, FrozenRevision } from './store.ts'
import type { Outcome } from './talk.ts'
import { tracksDown, tracksOffered, tracksUnderWay } from './tracks.ts'

/** What a delivery does next, and what it makes of an answer. Pure: same row, same time, same step. */

export interface Surrounding {
  readonly at: Date
  readonly retry: RetryPolicy
  readonly revision: FrozenRevision
  readonly tracks: readonly DeliveryTrackRow[]
}

export interface Progress {
  readonly delivery: DeliveryRecord
  readonly tracks?: readonly DeliveryTrackRow[]
  /** Words of what happened, for the events. */
  readonly happened: readonly string[]
  /** When to look again. */
  readonly runAt?: Date
  readonly talk?: 'deliver' | 'takedown'
}

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
/** Beyond the attempt itself, so that an answer on time finds its lease. */
const leaseMarginMs = 5_000

/** Undefined when there is nothing to do. */
export function resume(delivery: DeliveryRecord, around: Surrounding): Progress | undefined {
  const { at } = around
  const waits = (until: Date | null): Progress | undefined =>
    until !== null && until > at ? { delivery, happened: [], runAt: until } : undefined
  switch (delivery.status) {
    case 'queued':
      return send(delivery, around)
    case 'failed':
      if (delivery.nextAttemptAt === null) return undefined
      return waits(delivery.nextAttemptAt) ?? send(step(delivery, 'retry'), around)
    case 'packaging':
    case 'sending':
    case 'sent':
    case 'acknowledged':
      return waits(delivery.leasedUntil) ?? failed(delivery, lost, around)
    case 'ingested':
      return waits(around.revision.availableAt) ?? goLive(delivery, around)
    case 'takedown_queued':
      return waits(delivery.nextAttemptAt) ?? sendTakedown(delivery, around)
    case 'takedown_sent':
      return waits(delivery.leasedUntil) ?? sendTakedown(step(delivery, 'retry_takedown'), around)
    default:
      return undefined
  }
}

const lost: OutletReason = { code: 'attempt_lost', message: 'The hub stopped before the outlet answered.' }

const leased = ({ attempts }: DeliveryRecord, { at, retry }: Surrounding) => ({
  attempts: attempts + 1,
  nextAttemptAt: null,
  leasedUntil: later(at, retry.timeoutMs + leaseMarginMs),
})

const send = (delivery: DeliveryRecord, around: Surrounding): Progress => ({
  delivery: step(step(delivery, 'start'), 'send', leased(delivery, around)),
  tracks: tracksUnderWay(around.tracks, around.revision.tracks),
  happened: [],
  talk: 'deliver',
})

const sendTakedown = (delivery: DeliveryRecord, around: Surrounding): Progress => ({
  delivery: step(delivery, 'send_takedown', leased(delivery, around)),
  happened: ['takedown_sent'],
  talk: 'takedown',
})

/** Undefined for an answer nobody waits for any more. */
export function hear(
  delivery: DeliveryRecord,
  attempt: number,
  outcome: Outcome,
  around: Surrounding,
): Progress | undefined {
  if (delivery.attempts !== attempt) return undefined
  if (delivery.status === 'takedown_sent')
    return outcome.result === 'down' ? down(delivery, around) : again(delivery, outcome, around)
  if (delivery.status !== 'sending' || outcome.result === 'down') return undefined
  if (outcome.result === 'failed') return failed(delivery, outcome, around)
  if (outcome.result === 'refused') return refused(delivery, outcome, around)
  const [first] = outcome.refusedTracks
  if (first && outcome.refusedTracks.length >= around.revision.tracks.length) return refused(delivery, first, around)
  return accepted(delivery, outcome.refusedTracks, around)
}

const steps = (delivery: DeliveryRecord, ...triggers: DeliveryTrigger[]): DeliveryRecord =>
  triggers.reduce((current, trigger) => step(current, trigger), delivery)

const atRest = { leasedUntil: null, nextAttemptAt: null } as const

function accepted(
  delivery: DeliveryRecord,
  refusedTracks: Parameters<typeof tracksUnderWay>[2],
  around: Surrounding,
): Progress {
  const ingested = {
    ...steps(delivery, 'finish_sending', 'acknowledge', 'ingest'),
    ...atRest,
    reason: null,
  }
  const tracks = withLeftOver(around, tracksUnderWay(around.tracks, around.revision.tracks, refusedTracks))
  const progress: Progress = { delivery: ingested, tracks, happened: ['sent', 'acknowledged'] }
  const { availableAt } = around.revision
  if (ingested.wantedRevision > ingested.revision) return overtaken(progress, around)
  if (availableAt !== null && availableAt > around.at) return { ...progress, runAt: availableAt }
  const live = goLive(ingested, { ...around, tracks })
  return { ...live, happened: [...progress.happened, ...live.happened] }
}

/** Tracks of the revision before, which the outlet offers until this one is live. */
const withLeftOver = ({ tracks }: Surrounding, underWay: readonly DeliveryTrackRow[]): DeliveryTrackRow[] => [
  ...underWay,
  ...tracks.filter(({ trackId }) => !underWay.some((row) => row.trackId === trackId)),
]

const goLive = (delivery: DeliveryRecord, { at, tracks, revision }: Surrounding): Progress => ({
  delivery: step(delivery, 'go_live', {
    ...atRest,
    liveRevision: delivery.revision,
    liveAt: delivery.liveAt ?? at,
  }),
  tracks: tracksOffered(tracks, revision.tracks),
  happened: ['live'],
})

const refused = (delivery: DeliveryRecord, { code, message }: OutletReason, around: Surrounding): Progress =>
  overtaken(
    {
      delivery: step(step(delivery, 'finish_sending'), 'refuse', { ...atRest, reason: { code, message } }),
      happened: ['refused'],
    },
    around,
  )

function failed(delivery: DeliveryRecord, { code, message }: OutletReason, around: Surrounding): Progress {
  const mayRetry = delivery.attempts < around.retry.maxAttempts
  const nextAttemptAt = mayRetry ? later(around.at, retryPauseMs(around.retry, delivery.attempts)) : null
  const next = step(delivery, 'fail', { leasedUntil: null, nextAttemptAt, reason: { code, message } })
  const progress: Progress = { delivery: next, happened: ['failed'] }
  return overtaken(nextAttemptAt ? { ...progress, runAt: nextAttemptAt } : progress, around)
}

/** A newer revision was submitted while this one was under way: it follows at once. */
const overtaken = (progress: Progress, { at }: Surrounding): Progress =>
  progress.delivery.wantedRevision > progress.delivery.revision
    ? { ...progress, delivery: redeliver(progress.delivery), runAt: at }
    : progress

const down = (delivery: DeliveryRecord, { tracks }: Surrounding): Progress => ({
  delivery: step(delivery, 'confirm_takedown', { ...atRest, liveAt: null, liveRevision: null, reason: null }),
  tracks: tracksDown(tracks),
  happened: ['taken_down'],
})

/** A takedown is never given up. */
function again(delivery: DeliveryRecord, outcome: Outcome, { at, retry }: Surrounding): Progress {
  const nextAttemptAt = later(at, retryPauseMs(retry, delivery.attempts))
  const reason = outcome.result === 'failed' ? { code: outcome.code, message: outcome.message } : null
  return {
    delivery: step(delivery, 'retry_takedown', { leasedUntil: null, nextAttemptAt, reason }),
    happened: ['takedown_failed'],
    runAt: nextAttemptAt,
  }
}
