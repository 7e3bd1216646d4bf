import { type MessageRecord, markCompleting, markSent } from '../messages/message-queries.ts'
import { writePackage } from '../packages/write-package.ts'
import type { ConnectedStore } from './connect-to-store.ts'
import { packageOf } from './package-of-message.ts'
import type { PreparedMessage } from './prepare-message.ts'
import { settleEarlierRounds } from './settle-earlier-rounds.ts'
import { findOrWriteMessage } from './write-message.ts'

/** Sends the message of the round, written if necessary, and its complete package. Nothing is sent twice. */
export async function sendMessage(store: ConnectedStore, prepared: PreparedMessage): Promise<MessageRecord> {
  const record = await findOrWriteMessage(store, prepared)
  if (record.sentAt !== null) return record
  const tenant = store.database.tenant(prepared.message.accountId)
  await settleEarlierRounds(store, prepared.message)
  const now = () => new Date(store.clock.now())
  const beforeComplete = () => markCompleting(tenant, record.id, now())
  await writePackage(store.transport, { ...packageOf(record, prepared), beforeComplete }, prepared.access.signal)
  await markSent(tenant, record.id, now())
  return record
}
