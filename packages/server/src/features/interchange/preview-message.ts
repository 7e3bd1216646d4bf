import type { MessagePreview, ResendFiles } from '@spindle/contract'
import { AppError } from '@spindle/contract'
import type { Tenant } from '../../platform/database/sql.ts'
import type { Releases } from '../releases/index.ts'
import { findUploads } from '../uploads/index.ts'
import { listNotCarried } from './compare/not-carried.ts'
import { type ConvertCover, convertedCover } from './convert-cover.ts'
import { checkMessage, type ErnProblem } from './ern/check-message.ts'
import { digestsOf, toErnFiles, uploadIdsOf } from './ern/ern-files.ts'
import { type ErnInput, type ErnParty, type ErnReceiver, profileOf } from './ern/ern-model.ts'
import { writeWhole } from './messages/ern-message.ts'
import { findSentTo } from './messages/message-queries.ts'
import { findHeldOffer, hasFiles } from './messages/what-store-has.ts'

/** The message of a release as it would be sent now, with what stores would say of it. */

export interface PreviewSources {
  readonly releases: Pick<Releases, 'readContent'>
  /** Undefined where the hub has no party id. */
  readonly sender: ErnParty | undefined
  readonly convertCover: ConvertCover
  /** How an outlet wants messages. Throws `invalid_parameter` for one the hub does not have. */
  readonly getReceiver: (outletId: string) => PreviewReceiver
}

/** Written where the hub or the store has no party id yet; DDEX gives none of the year 0. */
const nobody: ErnParty = { dpid: 'PADPIDA0000000000X', name: 'Not configured' }

const withoutSender: ErnProblem = {
  code: 'metadata_missing',
  pointer: '',
  message: 'The hub has no DDEX party identifier, so it cannot send messages.',
  fix: 'Ask the operator to set SPINDLE_DPID and SPINDLE_DPID_NAME.',
}

export type PreviewReceiver = ErnReceiver & { readonly resendFiles: ResendFiles }

/** A store without its own settings. */
export const plainReceiver: PreviewReceiver = {
  recipients: [nobody],
  profile: 'Audio',
  ernVersion: '4.3.2',
  avsVersion: '9',
  isTest: true,
  takedownStyle: 'no_deal',
  resendFiles: 'until_acknowledged',
}

const placeholders = {
  messageId: `msg_${'0'.repeat(26)}`,
  threadId: `dlv_${'0'.repeat(26)}`,
  createdAt: '2000-01-01T00:00:00Z',
}

const noUpload = 'upl_' as const

interface Preview {
  readonly revision: number
  readonly input: ErnInput
}

/** What the message of a release is made of as it is now. Throws `release_not_found`, `invalid_parameter`. */
export async function previewInput(
  { releases, sender, convertCover, getReceiver }: PreviewSources,
  tenant: Tenant,
  { releaseId, outlet }: { readonly releaseId: string; readonly outlet: string | undefined },
): Promise<Preview> {
  const { revision, document: release, tracks: written } = await releases.readContent(tenant, releaseId)
  // The audio of an imported draft may still be missing: the check of the message tells it.
  const tracks = written.map((track) => ({ ...track, uploadId: track.uploadId ?? noUpload }))
  const receiver = outlet === undefined ? plainReceiver : getReceiver(outlet)
  const uploads = await findUploads(tenant, uploadIdsOf({ release, tracks }))
  const files = toErnFiles(uploads.values())
  const { coverUploadId = '' } = release
  const cover = await convertedCover(convertCover, tenant.accountId, uploads.get(coverUploadId)).catch(ignoreStorage)
  if (cover) files.set(coverUploadId, cover.file)
  const left = outlet === undefined ? [] : await findSentTo(tenant, releaseId, outlet)
  const input: ErnInput = {
    releaseId,
    release,
    tracks,
    files,
    sender: sender ?? nobody,
    receiver,
    identity: placeholders,
    purpose: 'offer',
    providesFiles: !hasFiles(left, digestsOf({ release, tracks, files }), receiver.resendFiles),
    isUpdate: findHeldOffer(left) !== undefined,
  }
  return { revision, input }
}

export async function previewMessage(
  sources: PreviewSources,
  tenant: Tenant,
  { releaseId, outlet }: { readonly releaseId: string; readonly outlet: string | undefined },
): Promise<MessagePreview> {
  const { revision, input } = await previewInput(sources, tenant, { releaseId, outlet })
  return {
    outlet: outlet ?? null,
    revision,
    version: input.receiver.ernVersion,
    profile: profileOf(input),
    xml: await writeWhole(input),
    problems: [...(sources.sender ? [] : [withoutSender]), ...checkMessage(input)],
    notCarried: listNotCarried(input),
  }
}

/** The message can be shown without its cover, which only a delivery must have. */
function ignoreStorage(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'storage_unavailable') throw error
}
