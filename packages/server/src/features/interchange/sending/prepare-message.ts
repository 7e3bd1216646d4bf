import { type DeliveryAccess, type DeliveryMessage, OutletFailure } from '../../outlets/index.ts'
import { type ConvertedCover, convertedCover } from '../convert-cover.ts'
import { toErnFiles } from '../ern/ern-files.ts'
import type { ErnInput } from '../ern/ern-model.ts'
import type { MessageRecord } from '../messages/message-queries.ts'
import type { StoreSettings } from '../outlet-settings.ts'
import type { StoreOutletOptions } from './connect-to-store.ts'

interface Round {
  readonly message: DeliveryMessage
  readonly access: DeliveryAccess
  readonly settings: StoreSettings
}

export interface MessageToPrepare extends Round, Pick<ErnInput, 'purpose'> {
  /** The message of this round, if it was made before. */
  readonly known: MessageRecord | undefined
}

/** The content of a round's message, and the files that may be sent with it. */
export interface PreparedMessage extends Round {
  readonly input: ErnInput
  /** If it is not sent as it was uploaded. */
  readonly cover: ConvertedCover | undefined
}

export async function prepareMessage(
  store: Pick<StoreOutletOptions, 'convertCover' | 'sender' | 'clock'>,
  asked: MessageToPrepare,
): Promise<PreparedMessage> {
  const { message, access, settings } = asked
  const cover = await convertCover(store, asked)
  return { message, access, settings, cover, input: describeMessage(store, asked, cover) }
}

/** If everything is already sent, only the acknowledgement is read. */
const convertCover = async (
  { convertCover: convert }: Pick<StoreOutletOptions, 'convertCover'>,
  { message: { accountId, release }, access, known }: MessageToPrepare,
): Promise<ConvertedCover | undefined> =>
  known && known.sentAt !== null
    ? undefined
    : convertedCover(convert, accountId, access.files.get(release.coverUploadId ?? '')).catch(() => {
        throw new OutletFailure('cover_not_converted', 'The hub could not convert the cover. It will try again.')
      })

function describeMessage(
  { sender, clock }: Pick<StoreOutletOptions, 'sender' | 'clock'>,
  { message: { releaseId, release, tracks, deliveryId }, access, settings, purpose }: MessageToPrepare,
  cover: ConvertedCover | undefined,
): ErnInput {
  if (!sender)
    throw new OutletFailure(
      'sender_missing',
      'The hub cannot send messages until its operator completes the setup for stores.',
    )
  const createdAt = new Date(clock.now()).toISOString()
  const files = toErnFiles(access.files.values())
  if (cover) files.set(release.coverUploadId ?? '', cover.file)
  return {
    releaseId,
    release,
    tracks,
    files,
    sender,
    receiver: settings,
    identity: { messageId: '', threadId: deliveryId, createdAt },
    purpose,
    providesFiles: false,
    isUpdate: false,
  }
}
