import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate as deflateInTurn } from 'node:zlib'
import { OutletFailure } from '../../outlets/index.ts'
import { digestsOf } from '../ern/ern-files.ts'
import { writeWhole } from '../messages/ern-message.ts'
import {
  findLeftBefore,
  findMessage,
  insertMessage,
  isReplaced,
  type MessageRecord,
} from '../messages/message-queries.ts'
import { findHeldOffer, hasFiles } from '../messages/what-store-has.ts'
import { outletUnknown } from '../outlet-settings.ts'
import type { StoreOutletOptions } from './connect-to-store.ts'
import type { PreparedMessage } from './prepare-message.ts'

const deflate = promisify(deflateInTurn)

const messageReplaced = () => new OutletFailure('message_replaced', 'This message was replaced by a newer one.')

/** Stores the message of the round as it will be sent, with a separate batch. */
async function writeMessage(
  { database, clock, ids, outlets }: StoreOutletOptions,
  { message, input, settings }: PreparedMessage,
): Promise<MessageRecord> {
  const { accountId, deliveryId, round, releaseId, outletId, revision } = message
  const { purpose } = input
  const tenant = database.tenant(accountId)
  const files = digestsOf(input)
  const left = await findLeftBefore(tenant, deliveryId, round)
  const provides = purpose === 'offer' && !hasFiles(left, files, settings.resendFiles)
  const id = ids.make('msg')
  const batch = await outlets.takeBatch(outletId, clock.now())
  if (batch === undefined) throw outletUnknown()
  const identity = { ...input.identity, messageId: id }
  const xml = await writeWhole({
    ...input,
    identity,
    providesFiles: provides,
    isUpdate: findHeldOffer(left) !== undefined,
  })
  const sha256 = createHash('sha256').update(xml).digest('hex')
  const about = { id, deliveryId, round, releaseId, outletId, revision, purpose }
  const countedBytes = (await deflate(xml)).byteLength
  const made = { ...about, batch, xml, sha256, files, provides, countedBytes, createdAt: identity.createdAt }
  await database.tenantTransaction(accountId, (trx) => insertMessage(trx, made))
  const record = await findMessage(tenant, deliveryId, round)
  if (!record) throw messageReplaced()
  return record
}

/** The message of the round, written if necessary. Throws if it may not be sent any more. */
export async function findOrWriteMessage(store: StoreOutletOptions, prepared: PreparedMessage): Promise<MessageRecord> {
  const { accountId, deliveryId, round } = prepared.message
  const tenant = store.database.tenant(accountId)
  const record = (await findMessage(tenant, deliveryId, round)) ?? (await writeMessage(store, prepared))
  if (record.sentAt !== null) return record
  if (await isReplaced(tenant, deliveryId, round)) throw messageReplaced()
  // The stored message names files by their digests.
  if (record.provides && record.files !== digestsOf(prepared.input))
    throw new OutletFailure('files_changed', 'The converted cover differs from the previous version. Try again.')
  return record
}
