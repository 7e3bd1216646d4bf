import type { Tenant } from '../../../platform/database/sql.ts'
import type { LaterAnswer } from '../../outlets/index.ts'
import { outcomeOf, saysFilesAreMissing } from '../packages/answer-outcome.ts'
import type { Answer } from '../packages/mailbox.ts'
import { findLeftBefore, type MessageRecord } from './message-queries.ts'
import { findAcceptedOffer, refusedEveryOffer } from './what-store-has.ts'

/** What an answer means for the delivery, with the store's answers to the messages before. */

/** So often a revision is automatically sent again to a store that lacks its files. */
const mostSentAgain = 3

export async function judgeAnswer(
  sql: Tenant,
  { deliveryId, round, revision, purpose }: Pick<MessageRecord, 'deliveryId' | 'round' | 'revision' | 'purpose'>,
  answer: Pick<Answer, 'status' | 'text'>,
): Promise<Pick<LaterAnswer, 'outcome' | 'revisionBefore'>> {
  const outcome = outcomeOf(answer, purpose)
  if (outcome.result === 'accepted') return { outcome, revisionBefore: null }
  const before = await findLeftBefore(sql, deliveryId, round)
  // A store that took none of the offers has nothing to take down: nothing is gained by telling it until it agrees.
  if (purpose === 'takedown' && refusedEveryOffer(before))
    return { outcome: { result: 'accepted', refusedTracks: [] }, revisionBefore: null }
  const sentAgain = before.filter(
    (message) =>
      message.purpose === 'offer' &&
      message.revision === revision &&
      message.answer !== null &&
      saysFilesAreMissing(message.answer),
  ).length
  const wantsFiles = purpose === 'offer' && saysFilesAreMissing(answer) && sentAgain < mostSentAgain
  return {
    outcome: wantsFiles ? { ...outcome, wantsFiles } : outcome,
    revisionBefore: findAcceptedOffer(before)?.revision ?? null,
  }
}
