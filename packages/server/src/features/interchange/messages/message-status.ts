import type { StoreMessage } from '@spindle/contract'
import { outcomeOf } from '../packages/answer-outcome.ts'
import type { MessageRow } from './message-queries.ts'

/** How far a message has come. */
export function statusOf({
  answer,
  purpose,
  sentAt,
  isReplaced,
}: Pick<MessageRow, 'answer' | 'purpose' | 'sentAt' | 'isReplaced'>): StoreMessage['status'] {
  if (answer) return outcomeOf(answer, purpose).result
  if (sentAt) return 'sent'
  return isReplaced ? 'dropped' : 'waiting'
}
