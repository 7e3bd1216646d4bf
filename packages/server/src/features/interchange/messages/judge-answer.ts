import type { Tenant } from '../../../platform/database/sql.ts'
import type { LaterAnswer } from '../../outlets/index.ts'
import { outcomeOf, saysFilesAreMissing } from '../packages/answer-outcome.ts'
import type { Answer } from '../packages/mailbox.ts'
import { findAnsweredBefore, type MessageRecord } from './message-store.ts'

/** What an answer means for the delivery, with what the store said of the messages before. */

/** So often a revision is sent again by itself to a store that lacks its files. */
const mostSentAgain = 3

export async function judgeAnswer(
  sql: Tenant,
  { deliveryId, round, revision, purpose }: Pick<MessageRecord, 'deliveryId' | 'round' | 'revision' | 'purpose'>,
  answer: Answer,
): Promise<Pick<LaterAnswer, 'outcome' | 'revisionBefore'>> {
  const outcome = outcomeOf(answer, purpose)
  if (outcome.result === 'accepted') return { outcome, revisionBefore: null }
  const before = await findAnsweredBefore(sql, deliveryId, round)
  const last = before.find((message) => outcomeOf(message.answer, message.purpose).result === 'accepted')
  const sentAgain = before.filter(
    (message) => message.purpose === 'offer' && message.revision === revision && saysFilesAreMissing(message.answer),
  ).length
  const wantsFiles = purpose === 'offer' && saysFilesAreMissing(answer) && sentAgain < mostSentAgain
  return {
    outcome: wantsFiles ? { ...outcome, wantsFiles } : outcome,
    revisionBefore: last?.purpose === 'offer' ? last.revision : null,
  }
}
