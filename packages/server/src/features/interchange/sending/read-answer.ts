import type { DeliveryMessage, DeliveryOutcome } from '../../outlets/index.ts'
import { judgeAnswer } from '../messages/judge-answer.ts'
import { type MessageRecord, saveAnswer } from '../messages/message-queries.ts'
import type { StoreSettings } from '../outlet-settings.ts'
import type { ConnectedStore } from './connect-to-store.ts'

export interface SentMessage {
  readonly message: Pick<DeliveryMessage, 'accountId'>
  readonly record: MessageRecord
  readonly settings: StoreSettings
}

/**
 * The store's acknowledgement of a message. Undefined while there is none, or while it cannot be read: the message counts as
 * sent either way.
 */
export async function readAnswer(
  { database, transport, mailbox, noteUnread }: ConnectedStore,
  { message: { accountId }, record, settings }: SentMessage,
): Promise<Exclude<DeliveryOutcome, { result: 'sent' }> | undefined> {
  const answer = await mailbox.find(transport, record.id, (settings.askEverySeconds * 1000) / 2).then(
    async (found) => {
      await noteUnread(undefined)
      return found
    },
    (failure: unknown) => noteUnread(failure),
  )
  if (!answer) return undefined
  const tenant = database.tenant(accountId)
  await saveAnswer(tenant, record.id, answer)
  return (await judgeAnswer(tenant, record, answer)).outcome
}

/** The outcome of a message while the store has not acknowledged it. */
export const waitForAnswer = ({ askEverySeconds }: StoreSettings) =>
  ({ result: 'sent', askAgainMs: askEverySeconds * 1000 }) as const
