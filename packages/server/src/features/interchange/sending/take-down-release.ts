import type { DeliveryAccess, DeliveryMessage, TakedownOutcome } from '../../outlets/index.ts'
import { findLeftBefore, findMessage } from '../messages/message-queries.ts'
import { mayHaveRelease } from '../messages/what-store-has.ts'
import type { MessageChannel } from './message-channel.ts'
import { prepareMessage } from './prepare-message.ts'
import { waitForAnswer } from './read-answer.ts'

/** Sends the takedown, unless that was done, and reads the store's acknowledgement. */
export async function takeDownRelease(
  channel: MessageChannel,
  message: DeliveryMessage,
  access: DeliveryAccess,
): Promise<TakedownOutcome> {
  const { settings } = channel
  const tenant = channel.database.tenant(message.accountId)
  await channel.settle(message)
  const known = await findMessage(tenant, message.deliveryId, message.round)
  // What never reached the store need not be taken down there.
  const left = await findLeftBefore(tenant, message.deliveryId, message.round)
  if (!known && !mayHaveRelease(left)) return { result: 'down' }
  const prepared = await prepareMessage(channel, { message, access, settings, known, purpose: 'takedown' })
  const record = await channel.send(prepared)
  const told = { messageId: record.id, sha256: record.sha256 }
  if (!settings.acknowledges) return { result: 'down', told }
  const outcome = await channel.readAnswer({ message, record, settings })
  if (outcome?.result === 'refused') return { ...outcome, told }
  return { ...(outcome ? ({ result: 'down' } as const) : waitForAnswer(settings)), told }
}
