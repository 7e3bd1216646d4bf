import { AppError, type TrackInput } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import type { Accounts, Quotas } from '../../accounts/index.ts'
import type { Labels } from '../../labels/index.ts'
import { type Checker, requireUploads } from '../check/release-checker.ts'
import { type PartyHolder, partyIdsOf, resolveParties, type WrittenRelease } from '../content/resolve-parties.ts'
import { checkContent, countBytes, insertDraft, toFindingColumns } from '../content/write-draft.ts'
import { legacyDocument } from '../model/legacy-document.ts'
import { normaliseDocument, placeTracks } from '../model/release-document.ts'
import { documentOf } from '../model/release-record.ts'
import { findRelease } from '../release-queries.ts'
import { findReplacedAudio } from '../replacement/replaced-audio.ts'
import type { Caller } from '../status/change-release.ts'
import { beginEventChain, chainHead } from '../status/event-chain.ts'
import { findTrashed } from '../trash/trash-queries.ts'
import { documentValidator } from './edit-draft.ts'
import { findWrittenFaults } from './release-body-rules.ts'

/** New drafts: from a document, from a legacy asset, from another release. */

export interface LegacyAssetInput {
  readonly title: string
  readonly uploadId: TrackInput['uploadId']
}

export interface CreatedDraft {
  readonly id: string
  /** Findings of severity error. */
  readonly errors: number
  /** Members that have values of the defaults of label and account. */
  readonly filled: readonly string[]
}

/** Only a new document is filled: a copy is like its original, and a legacy asset has its own values. */
export interface Creation {
  /** For other audio under an ISRC of the replaced release. */
  readonly audioChangeReason?: string | undefined
  /** Which members may have values of the defaults: all unless a few are named, or none. */
  readonly defaults?: boolean | ReadonlySet<string> | undefined
}

export interface DraftCreator {
  /** Its tracks may lack audio: `createRelease` requires it, an import does not. */
  create(caller: Caller, document: WrittenRelease, creation?: Creation): Promise<CreatedDraft>
  createLegacy(caller: Caller, asset: LegacyAssetInput): Promise<CreatedDraft>
  clone(caller: Caller, releaseId: string): Promise<CreatedDraft>
}

export interface DraftCreatorOptions {
  readonly checker: Checker
  readonly quotas: Pick<Quotas, 'requireQuota'>
  readonly clock: Clock
  readonly ids: Ids
  readonly findAccountName: Accounts['findName']
  readonly parties: PartyHolder
  readonly labels: Pick<Labels, 'fill'>
}

export const draftCreator = (options: DraftCreatorOptions): DraftCreator => ({
  async create(caller, document, { audioChangeReason, defaults = true } = {}) {
    if (defaults === false) return createDraft(options, caller, { document, audioChangeReason })
    const only = defaults === true ? undefined : defaults
    const { release, filled } = await options.labels.fill(caller.trx, document, only)
    return createDraft(options, caller, { document: release, audioChangeReason, filled })
  },
  async createLegacy(caller, { title, uploadId }) {
    const accountName = await options.findAccountName(caller.trx)
    const today = new Date(options.clock.now()).toISOString().slice(0, 10)
    const document = legacyDocument({ title, uploadId, accountName, today })
    return createDraft(options, caller, { document, legacy: true })
  },
  async clone(caller, releaseId) {
    const original = (await findRelease(caller.trx, releaseId)) ?? (await findTrashed(caller.trx, releaseId))
    if (!original) throw new AppError('release_not_found')
    const { upc: _upc, grid: _grid, externalId: _externalId, replaces: _replaces, ...members } = documentOf(original)
    const tracks = members.tracks.map(({ id: _id, ...track }) => track)
    return createDraft(options, caller, { document: { ...members, tracks }, clonedFrom: releaseId })
  },
})

interface NewDraft {
  readonly document: WrittenRelease
  readonly legacy?: boolean
  readonly clonedFrom?: string
  readonly audioChangeReason?: string | undefined
  readonly filled?: readonly string[]
}

/** Checked first and written once. */
async function createDraft(
  { checker, quotas, clock, ids, parties }: DraftCreatorOptions,
  { trx, actor }: Caller,
  draft: NewDraft,
): Promise<CreatedDraft> {
  const { document: written, legacy = false, clonedFrom, filled = [] } = draft
  // A copy may name parties that are gone: it has their values.
  const given = await resolveParties(parties, trx, written, {
    known: clonedFrom === undefined ? [] : partyIdsOf(written),
    findOtherFaults: (refused) => findWrittenFaults(clock, written, refused),
  })
  // Default roles can make several contributors of one, and defaults may be older than the present schema.
  if (partyIdsOf(written).length > 0 || filled.length > 0) documentValidator.body(given)
  const id = ids.make('rel')
  const { tracks, ...document } = normaliseDocument(given)
  const content = { document, tracks: placeTracks(tracks, () => ids.make('trk')) }
  const uploads = await checker.loadUploads(trx, given)
  await quotas.requireQuota(trx, { releases: 1, documentBytes: countBytes(content) })
  // A copy may refer to the same uploads as its original, even if they are gone: findings report it.
  if (clonedFrom === undefined) requireUploads(given, uploads)
  const replaced = await findReplacedAudio(trx, { id, firstDeliveredAt: null }, content, draft.audioChangeReason)
  const givesAudioReason = replaced !== undefined
  const checked = await checkContent(
    checker,
    trx,
    { id, legacy, firstDeliveredAt: null },
    { content, uploads, givesAudioReason },
  )
  const data = { ...(clonedFrom === undefined ? {} : { clonedFrom }), ...(filled.length === 0 ? {} : { filled }) }
  const created = { type: 'release.created', to: 'draft', actor, data } as const
  const events = beginEventChain([created, ...(replaced ? [{ ...replaced, actor }] : [])], {
    ids,
    at: new Date(clock.now()),
  })
  const columns = { id, legacy, submitsItself: legacy, ...toFindingColumns(checked) }
  await insertDraft(trx, { ...columns, events, lastEventSha256: chainHead(events, null) }, content, uploads)
  return { id, errors: checked.errors, filled }
}
