import type { DeliveryAccess, DeliveryMessage, DeliveryOutcome } from '../../outlets/index.ts'
import { checkMessage } from '../ern/check-message.ts'
import { findMessage } from '../messages/message-queries.ts'
import type { ConnectedStore } from './connect-to-store.ts'
import { prepareMessage } from './prepare-message.ts'
import { readAnswer, waitForAnswer } from './read-answer.ts'
import { sendMessage } from './send-message.ts'
import { settingsOf } from './store-settings.ts'

/** Sends the release as it is, unless that was done, and reads the store's acknowledgement. */
export async function deliverRelease(
  store: ConnectedStore,
  message: DeliveryMessage,
  access: DeliveryAccess,
): Promise<DeliveryOutcome> {
  const settings = settingsOf(access)
  const known = await findMessage(store.database.tenant(message.accountId), message.deliveryId, message.round)
  const prepared = await prepareMessage(store, { message, access, settings, known, purpose: 'offer' })
  const [problem] = known ? [] : checkMessage(prepared.input)
  if (problem) return { result: 'refused', code: problem.code, message: `${problem.message} ${problem.fix}` }
  const record = await sendMessage(store, prepared)
  const told = { messageId: record.id, sha256: record.sha256 }
  if (!settings.acknowledges) return { result: 'accepted', refusedTracks: [], told }
  return { ...((await readAnswer(store, { message, record, settings })) ?? waitForAnswer(settings)), told }
}
