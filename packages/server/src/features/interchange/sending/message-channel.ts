import type { DeliveryMessage, DeliveryOutcome } from '../../outlets/index.ts'
import type { MessageRecord } from '../messages/message-queries.ts'
import type { StoreSettings } from '../outlet-settings.ts'
import type { ConnectedStore, StoreOutletOptions } from './connect-to-store.ts'
import type { PreparedMessage } from './prepare-message.ts'
import { readAnswer, type SentMessage } from './read-answer.ts'
import { sendMessage } from './send-message.ts'
import { settleEarlierRounds } from './settle-earlier-rounds.ts'

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
