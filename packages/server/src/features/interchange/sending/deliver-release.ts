import type { DeliveryAccess, DeliveryMessage, DeliveryOutcome } from '../../outlets/index.ts'
import { checkMessage } from '../ern/check-message.ts'
import { findMessage } from '../messages/message-queries.ts'
import type { MessageChannel } from './message-channel.ts'
import { prepareMessage } from './prepare-message.ts'
import { waitForAnswer } from './read-answer.ts'

/** Sends the release as it is, unless that was done, and reads the store's acknowledgement. */
export async function deliverRelease(
  channel: MessageChannel,
  message: DeliveryMessage,
  access: DeliveryAccess,
): Promise<DeliveryOutcome> {
  const { settings } = channel
  const known = await findMessage(channel.database.tenant(message.accountId), message.deliveryId, message.round)
  const prepared = await prepareMessage(channel, { message, access, settings, known, purpose: 'offer' })
  const [problem] = known ? [] : checkMessage(prepared.input)
  if (problem) return { result: 'refused', code: problem.code, message: `${problem.message} ${problem.fix}` }
  const record = await channel.send(prepared)
  const told = { messageId: record.id, sha256: record.sha256 }
  if (!settings.acknowledges) return { result: 'accepted', refusedTracks: [], told }
  return { ...((await channel.readAnswer({ message, record, settings })) ?? waitForAnswer(settings)), told }
}
