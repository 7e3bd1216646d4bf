import type { DeliveryMessage, DeliveryOutcome } from '../../outlets/index.ts'
import { type MessageRecord, markCompleting, markSent } from '../messages/message-queries.ts'
import type { StoreSettings } from '../outlet-settings.ts'
import { writePackage } from '../packages/write-package.ts'
import type { ConnectedStore, StoreOutletOptions } from './connect-to-store.ts'
import { packageOf } from './package-of-message.ts'
import type { PreparedMessage } from './prepare-message.ts'
import { readAnswer, type SentMessage } from './read-answer.ts'
import { settleEarlierRounds } from './settle-earlier-rounds.ts'
import { findOrWriteMessage } from './write-message.ts'

/** How the messages of an outlet leave the hub, and how its answers come back. */
export interface MessageChannel extends StoreOutletOptions {
  readonly settings: StoreSettings
  /** Decides what became of earlier rounds whose end was not recorded. */
  settle(message: DeliveryMessage): Promise<void>
  /** Sends the message of the round, unless that was done. */
  send(prepared: PreparedMessage): Promise<MessageRecord>
  /** Undefined while there is none. */
  readAnswer(sent: SentMessage): Promise<Exclude<DeliveryOutcome, { result: 'sent' }> | undefined>
}

/** By files in the folder of the store. */
export const storeChannel = (store: ConnectedStore, settings: StoreSettings): MessageChannel => ({
  ...store,
  settings,
  settle: (message) => settleEarlierRounds(store, message),
  send: (prepared) => sendMessage(store, prepared),
  readAnswer: (sent) => readAnswer(store, sent),
})

/** Sends the message of the round, written if necessary, and its complete package. Nothing is sent twice. */
async function sendMessage(store: ConnectedStore, prepared: PreparedMessage): Promise<MessageRecord> {
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
