import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { StoreWishes } from '@spindle/contract/rules'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import {
  type DeliveryAccess,
  type DeliveryMessage,
  type DeliveryOutcome,
  type OutletAdapter,
  OutletFailure,
  type OutletRecords,
  type TakedownOutcome,
  type Told,
} from '../outlets/index.ts'
import { type ConvertCover, type ConvertedCover, convertedCover } from './convert-cover.ts'
import { describeTakedown } from './describe-takedown.ts'
import { checkMessage } from './ern/check-message.ts'
import { digestsOf, toErnFiles } from './ern/ern-files.ts'
import { type ErnInput, type ErnParty, fileName, packageName } from './ern/ern-model.ts'
import { writeWhole } from './ern/write-whole.ts'
import { batchIdOf } from './messages/batch-id.ts'
import { judgeAnswer } from './messages/judge-answer.ts'
import { readLaterAnswers } from './messages/later-answers.ts'
import {
  findLeftBefore,
  findMessage,
  findUnsentBefore,
  insertMessage,
  isReplaced,
  type MessageRecord,
  markCompleting,
  markSent,
  saveAnswer,
} from './messages/message-store.ts'
import { hasFiles, mayHaveRelease } from './messages/what-store-has.ts'
import { asStoreSettings, type StoreSettings } from './outlet-settings.ts'
import { type Mailbox, openMailbox } from './packages/mailbox.ts'
import { writeManifest } from './packages/write-manifest.ts'
import { type PackageFile, type StorePackage, writePackage } from './packages/write-package.ts'
import { explainFailure, OperatorNeeded } from './transports/failures.ts'
import { openTransport, type StoreKind, storeKinds } from './transports/open-transport.ts'
import type { Transport } from './transports/transport.ts'

/**
 * Stores that take packages from a folder, wherever it is. Each round of a delivery is one message, made once and kept
 * as it was sent: whatever happens in between, trying again finishes the same package.
 */

export interface StoreOutletOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly sender: ErnParty | undefined
  readonly convertCover: ConvertCover
  readonly outlets: Pick<OutletRecords, 'takeBatch' | 'openSecret' | 'pause'>
}

const toldIn = ({ id, sha256 }: MessageRecord): Told => ({ told: { messageId: id, sha256 } })

/** One attempt, with its way to the store and what was read there before. */
interface Attempt extends StoreOutletOptions {
  readonly transport: Transport
  readonly mailbox: Mailbox
}

const sent = ({ askEverySeconds }: StoreSettings) => ({ result: 'sent', askAgainMs: askEverySeconds * 1000 }) as const

/** One adapter for each way to a store. */
export const storeOutlets = (options: StoreOutletOptions): OutletAdapter[] =>
  storeKinds.map((kind) => storeOutlet(options, kind))

function storeOutlet(options: StoreOutletOptions, kind: StoreKind): OutletAdapter {
  const mailboxes = new Map<string, Mailbox>()
  const mailboxOf = (outletId: string): Mailbox => {
    const mailbox = mailboxes.get(outletId) ?? openMailbox()
    mailboxes.set(outletId, mailbox)
    return mailbox
  }
  return {
    kind,
    mayReadMetadata: false,
    isSlow: true,
    isOutside: true,
    retry: { maxAttempts: 20, firstPauseMs: 5_000, maxPauseMs: 3_600_000, timeoutMs: 4 * 3_600_000 },
    deliver: (message, access) =>
      attempt(options, { kind, outletId: message.outletId, access, mailboxOf }, (one) => deliver(one, message, access)),
    takedown: (message, access) =>
      attempt(options, { kind, outletId: message.outletId, access, mailboxOf }, (one) =>
        takeDown(one, message, access),
      ),
    readLaterAnswers: async (outletId, access) =>
      settingsOf(access).acknowledges
        ? attempt(options, { kind, outletId, access, mailboxOf }, (one) => readLaterAnswers(one, outletId))
        : [],
    liveOn: (access) => settingsOf(access).liveOn,
    describeWishes: (access) => wishesOf(settingsOf(access)),
    describeTakedown: (content, access) => describeTakedown(content, settingsOf(access)),
  }
}

const wishesOf = ({ takes, genres }: StoreSettings): StoreWishes => ({ takes, genres })

interface Errand {
  readonly kind: StoreKind
  readonly outletId: string
  readonly access: Pick<DeliveryAccess, 'settings' | 'signal'>
  readonly mailboxOf: (outletId: string) => Mailbox
}

async function attempt<T>(
  options: StoreOutletOptions,
  { kind, outletId, access, mailboxOf }: Errand,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const { outlets } = options
  const known = await outlets.openSecret(outletId)
  if (known?.isPaused) throw explainFailure(new OperatorNeeded('the outlet is paused'))
  const { settings, signal } = access
  const transport = openTransport(kind, { settings, secret: known?.secret, signal })
  try {
    return await work({ ...options, transport, mailbox: mailboxOf(outletId) })
  } catch (error) {
    if (error instanceof OperatorNeeded) {
      await outlets.pause(outletId, true, error.message)
      options.log.warn('outlets.paused', { outletId, reason: error.message })
    }
    throw explainFailure(error)
  } finally {
    await transport.close()
  }
}

async function deliver(options: Attempt, message: DeliveryMessage, access: DeliveryAccess): Promise<DeliveryOutcome> {
  const settings = settingsOf(access)
  const known = await findMessage(options.database.tenant(message.accountId), message.deliveryId, message.round)
  const cover = await coverOf(options, message, { access, known })
  const input = inputOf(options, message, { access, settings, purpose: 'offer', cover })
  const [problem] = known ? [] : checkMessage(input)
  if (problem) return { result: 'refused', code: problem.code, message: `${problem.message} ${problem.fix}` }
  const record = await send(options, { message, access, settings, input, cover })
  if (!settings.acknowledges) return { result: 'accepted', refusedTracks: [], ...toldIn(record) }
  return { ...((await hear(options, message, { record, settings })) ?? sent(settings)), ...toldIn(record) }
}

async function takeDown(options: Attempt, message: DeliveryMessage, access: DeliveryAccess): Promise<TakedownOutcome> {
  const settings = settingsOf(access)
  const tenant = options.database.tenant(message.accountId)
  await settleEarlier(options, message)
  // What never reached the store has not to come down there.
  const known = await findMessage(tenant, message.deliveryId, message.round)
  const left = await findLeftBefore(tenant, message.deliveryId, message.round)
  if (!known && !mayHaveRelease(left)) return { result: 'down' }
  const cover = await coverOf(options, message, { access, known })
  const input = inputOf(options, message, { access, settings, purpose: 'takedown', cover })
  const record = await send(options, { message, access, settings, input, cover })
  if (!settings.acknowledges) return { result: 'down', ...toldIn(record) }
  const outcome = await hear(options, message, { record, settings })
  if (outcome?.result === 'refused') return { ...outcome, ...toldIn(record) }
  return { ...(outcome ? ({ result: 'down' } as const) : sent(settings)), ...toldIn(record) }
}

function settingsOf({ settings }: Pick<DeliveryAccess, 'settings'>): StoreSettings {
  if (settings === undefined) throw new OutletFailure('outlet_unknown', 'The hub has no such outlet any more.')
  return asStoreSettings(settings)
}

interface Sending {
  readonly message: DeliveryMessage
  readonly access: DeliveryAccess
  readonly settings: StoreSettings
  readonly input: ErnInput
  /** Where it is not sent as it was uploaded. */
  readonly cover: ConvertedCover | undefined
}

/** What is sent already is only asked about. */
const coverOf = async (
  { convertCover }: Attempt,
  { accountId, release }: DeliveryMessage,
  { access, known }: Pick<Sending, 'access'> & { readonly known: MessageRecord | undefined },
): Promise<ConvertedCover | undefined> =>
  known && known.sentAt !== null
    ? undefined
    : convertedCover(convertCover, accountId, access.files.get(release.coverUploadId ?? '')).catch(() => {
        throw new OutletFailure('cover_not_converted', 'The hub could not convert the cover this time. It tries again.')
      })

function inputOf(
  { sender, clock }: Attempt,
  { releaseId, release, tracks, deliveryId }: DeliveryMessage,
  { access, settings, purpose, cover }: Pick<Sending, 'access' | 'settings' | 'cover'> & Pick<ErnInput, 'purpose'>,
): ErnInput {
  if (!sender) throw new OutletFailure('sender_missing', 'The operator has to set SPINDLE_DPID first.')
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
  }
}

const replaced = () => new OutletFailure('message_replaced', 'A newer message has taken the place of this one.')

/** The message of the round, made if need be, and its package, whole. */
async function send(options: Attempt, sending: Sending): Promise<MessageRecord> {
  const { accountId, deliveryId, round } = sending.message
  const tenant = options.database.tenant(accountId)
  const record = (await findMessage(tenant, deliveryId, round)) ?? (await makeMessage(options, sending))
  if (record.sentAt !== null) return record
  if (await isReplaced(tenant, deliveryId, round)) throw replaced()
  // The message that is written down names files by their digests.
  if (record.provides && record.files !== digestsOf(sending.input))
    throw new OutletFailure('files_changed', 'The cover was converted otherwise than before. Try again.')
  await settleEarlier(options, sending.message)
  const beforeComplete = () => markCompleting(tenant, record.id, new Date(options.clock.now()))
  await writePackage(options.transport, { ...packageOf(record, sending), beforeComplete }, sending.access.signal)
  await markSent(tenant, record.id, new Date(options.clock.now()))
  return record
}

/**
 * Rounds before whose end nobody wrote down: a package that is out was sent, and what was cut is removed, because what
 * follows replaces it. One that may have been whole and is there no more was taken by the store.
 */
async function settleEarlier(
  { database, clock, transport }: Attempt,
  { accountId, deliveryId, round, release, releaseId }: DeliveryMessage,
): Promise<void> {
  const tenant = database.tenant(accountId)
  const name = packageName({ release, releaseId })
  for (const { id, batch, completingAt } of await findUnsentBefore(tenant, deliveryId, round)) {
    const [batchFolder, releaseFolder] = foldersOf(batch, name)
    const isThere = async (path: string) => (await transport.stat(path)) !== undefined
    const isOut = (await isThere(endMarkOf(batch))) || (await isThere(`${releaseFolder}/${name}.xml`))
    const isCut = async () =>
      (await isThere(`${batchFolder}/${name}/${name}.xml`)) ||
      (await transport.list(`${releaseFolder}/resources`)).length > 0
    if (isOut || (completingAt !== null && !(await isCut()))) await markSent(tenant, id, new Date(clock.now()))
    if (!isOut) for (const folder of [batchFolder, releaseFolder]) await transport.remove(folder)
  }
}

async function makeMessage(options: Attempt, { message, input, settings }: Sending): Promise<MessageRecord> {
  const { accountId, deliveryId, round, releaseId, outletId, revision } = message
  const tenant = options.database.tenant(accountId)
  const files = digestsOf(input)
  const left = await findLeftBefore(tenant, deliveryId, round)
  const provides = input.purpose === 'offer' && !hasFiles(left, files, settings.resendFiles)
  const id = options.ids.make('msg')
  const batch = await options.outlets.takeBatch(outletId, options.clock.now())
  if (batch === undefined) throw new OutletFailure('outlet_unknown', 'The hub has no such outlet any more.')
  const identity = { ...input.identity, messageId: id }
  const xml = await writeWhole({ ...input, identity, providesFiles: provides })
  const sha256 = createHash('sha256').update(xml).digest('hex')
  const { purpose } = input
  const about = { id, deliveryId, round, releaseId, outletId, revision, purpose }
  const made = { ...about, batch, xml, sha256, files, provides, createdAt: identity.createdAt }
  await options.database.tenantTransaction(accountId, (trx) => insertMessage(trx, made))
  const record = await findMessage(tenant, deliveryId, round)
  if (!record) throw replaced()
  return record
}

const endMarkOf = (batch: number): string => `${batchIdOf(batch)}/BatchComplete_${batchIdOf(batch)}.xml`
/** Of the batch, and of a release by itself. */
const foldersOf = (batch: number, name: string) => [batchIdOf(batch), `${name}_${batchIdOf(batch)}`] as const

function packageOf(record: MessageRecord, sending: Sending): StorePackage {
  const { settings, input } = sending
  const name = packageName(input)
  const batchId = batchIdOf(record.batch)
  const [, single] = foldersOf(record.batch, name)
  const isBatch = settings.choreography === 'batch'
  const { recipients, isTest, takedownStyle } = settings
  const manifest = {
    batchId,
    recipients,
    isTest,
    sender: input.sender,
    createdAt: record.createdAt.toISOString(),
    messageId: record.id,
    releaseName: name,
    sha256: record.sha256,
    isPurge: input.purpose === 'takedown' && takedownStyle === 'purge',
  }
  return {
    folder: isBatch ? `${batchId}/${name}` : single,
    messageName: `${name}.xml`,
    xml: record.xml,
    files: record.provides ? packageFiles(sending) : [],
    endMark: isBatch
      ? { path: endMarkOf(record.batch), content: settings.emptyEndMark ? '' : writeManifest(manifest) }
      : undefined,
  }
}

function packageFiles({ message: { tracks, release }, access, input, cover }: Sending): PackageFile[] {
  const file = (uploadId: string | undefined, resource: number, open: PackageFile['open']): PackageFile[] => {
    const known = uploadId === undefined ? undefined : input.files.get(uploadId)
    return known ? [{ path: fileName(input, resource, known), size: known.size, sha256: known.sha256, open }] : []
  }
  return [
    ...tracks.flatMap(({ id, uploadId }, index) => file(uploadId, index + 1, () => access.openAudio(id))),
    ...file(release.coverUploadId, tracks.length + 1, async () =>
      cover ? Readable.from([cover.bytes], { objectMode: false }) : access.openCover(),
    ),
  ]
}

/** What the store says of a message; undefined while it says nothing. */
async function hear(
  { database, transport, mailbox }: Attempt,
  { accountId }: DeliveryMessage,
  { record, settings }: { readonly record: MessageRecord; readonly settings: StoreSettings },
): Promise<Exclude<DeliveryOutcome, { result: 'sent' }> | undefined> {
  const answer = await mailbox.find(transport, record.id, (settings.askEverySeconds * 1000) / 2)
  if (!answer) return undefined
  const tenant = database.tenant(accountId)
  await saveAnswer(tenant, record.id, answer)
  return (await judgeAnswer(tenant, record, answer)).outcome
}
