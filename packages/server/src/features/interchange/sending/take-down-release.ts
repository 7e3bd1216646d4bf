import type { DeliveryAccess, DeliveryMessage, TakedownOutcome } from '../../outlets/index.ts'
import { findLeftBefore, findMessage } from '../messages/message-queries.ts'
import { mayHaveRelease } from '../messages/what-store-has.ts'
import type { ConnectedStore } from './connect-to-store.ts'
import { prepareMessage } from './prepare-message.ts'
import { readAnswer, waitForAnswer } from './read-answer.ts'
import { sendMessage } from './send-message.ts'
import { settleEarlierRounds } from './settle-earlier-rounds.ts'
import { settingsOf } from './store-settings.ts'

/** Sends the takedown, unless that was done, and reads the store's acknowledgement. */
export async function takeDownRelease(
  store: ConnectedStore,
  message: DeliveryMessage,
  access: DeliveryAccess,
): Promise<TakedownOutcome> {
  const settings = settingsOf(access)
  const tenant = store.database.tenant(message.accountId)
  await settleEarlierRounds(store, message)
  const known = await findMessage(tenant, message.deliveryId, message.round)
  // What never reached the store need not be taken down there.
  const left = await findLeftBefore(tenant, message.deliveryId, message.round)
  if (!known && !mayHaveRelease(left)) return { result: 'down' }
  const prepared = await prepareMessage(store, { message, access, settings, known, purpose: 'takedown' })
  const record = await sendMessage(store, prepared)
  const told = { messageId: record.id, sha256: record.sha256 }
  if (!settings.acknowledges) return { result: 'down', told }
  const outcome = await readAnswer(store, { message, record, settings })
  if (outcome?.result === 'refused') return { ...outcome, told }
  return { ...(outcome ? ({ result: 'down' } as const) : waitForAnswer(settings)), told }
}
