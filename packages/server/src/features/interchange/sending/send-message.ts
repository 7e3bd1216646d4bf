import { OutletFailure } from '../../outlets/index.ts'
import { digestsOf } from '../ern/ern-files.ts'
import { findMessage, isReplaced, type MessageRecord, markCompleting, markSent } from '../messages/message-queries.ts'
import { writePackage } from '../packages/write-package.ts'
import type { ConnectedStore } from './connect-to-store.ts'
import { packageOf } from './package-of-message.ts'
import type { PreparedMessage } from './prepare-message.ts'
import { settleEarlierRounds } from './settle-earlier-rounds.ts'
import { messageReplaced, writeMessage } from './write-message.ts'

/** Sends the message of the round, written if necessary, and its complete package. Nothing is sent twice. */
export async function sendMessage(store: ConnectedStore, prepared: PreparedMessage): Promise<MessageRecord> {
  const { accountId, deliveryId, round } = prepared.message
  const tenant = store.database.tenant(accountId)
  const record = (await findMessage(tenant, deliveryId, round)) ?? (await writeMessage(store, prepared))
  if (record.sentAt !== null) return record
  if (await isReplaced(tenant, deliveryId, round)) throw messageReplaced()
  // The stored message names files by their digests.
  if (record.provides && record.files !== digestsOf(prepared.input))
    throw new OutletFailure('files_changed', 'The converted cover differs from the previous version. Try again.')
  await settleEarlierRounds(store, prepared.message)
  const now = () => new Date(store.clock.now())
  const beforeComplete = () => markCompleting(tenant, record.id, now())
  await writePackage(store.transport, { ...packageOf(record, prepared), beforeComplete }, prepared.access.signal)
  await markSent(tenant, record.id, now())
  return record
}
