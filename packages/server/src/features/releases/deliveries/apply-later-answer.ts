import type { LaterAnswer } from '../../outlets/index.ts'
import {
  accept,
  type DeliveryContext,
  type DeliveryStep,
  goLive,
  retryTakedown,
  sendAgain,
} from './advance-delivery.ts'
import type { DeliveryRecord } from './delivery-queries.ts'
import { step } from './plan-deliveries.ts'
import { tracksNotOffered } from './tracks.ts'

/** How a delivery handles an answer that corrects the first one. Pure: same row, same time, same step. */

type Answer = Pick<LaterAnswer, 'round' | 'purpose' | 'outcome' | 'revisionBefore'>
type Refusal = Extract<Answer['outcome'], { readonly result: 'refused' }>

const answered = ['ingested', 'live', 'refused', 'taken_down']

/** The delivery polls for the answer to this round, or will when it is retried. */
export const isStillAsked = (
  { status, round, nextAttemptAt }: DeliveryRecord,
  answer: Pick<LaterAnswer, 'round'>,
): boolean => round === answer.round && !answered.includes(status) && (status !== 'failed' || nextAttemptAt !== null)

/** Undefined if nothing changes: a newer message has replaced it, or the answer was already known. */
export function applyLaterAnswer(
  delivery: DeliveryRecord,
  { round, purpose, outcome, revisionBefore }: Answer,
  context: DeliveryContext,
): DeliveryStep | undefined {
  if (delivery.round !== round) return undefined
  const { status } = delivery
  if (purpose === 'takedown')
    return status === 'taken_down' && outcome.result === 'refused'
      ? retryTakedown(delivery, outcome, context)
      : undefined
  if (outcome.result === 'refused')
    return status === 'live' || status === 'ingested'
      ? retractOffer(delivery, { outcome, revisionBefore }, context)
      : undefined
  if (status === 'refused') return accept(delivery, outcome, context)
  return status === 'ingested' && outcome.isLive === true && context.liveOn === 'manual'
    ? goLive(delivery, context)
    : undefined
}

/** The outlet still offers what it had before, if anything. */
function retractOffer(
  delivery: DeliveryRecord,
  { outcome, revisionBefore }: Pick<Answer, 'revisionBefore'> & { readonly outcome: Refusal },
  context: DeliveryContext,
): DeliveryStep {
  const { code, message, wantsFiles } = outcome
  const reason = { code, message }
  const isOffered = delivery.liveAt !== null && revisionBefore !== null
  const before = isOffered
    ? { ...delivery, liveRevision: revisionBefore }
    : { ...delivery, liveAt: null, liveRevision: null }
  const tracks = isOffered ? {} : { tracks: tracksNotOffered(context.tracks) }
  if (wantsFiles === true) return { ...sendAgain(before, reason, context), ...tracks }
  return {
    delivery: step(before, 'refuse', { reason, nextAttemptAt: null }),
    ...tracks,
    events: [{ type: 'delivery.refused', reason }],
  }
}
