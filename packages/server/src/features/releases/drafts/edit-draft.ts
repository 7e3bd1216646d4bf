import {
  AppError,
  applyMergePatch,
  type ReleaseDocument,
  type ReleaseInput,
  type ReleasePatch,
  ReleaseDocument as releaseDocumentSchema,
  updateRelease,
} from '@spindle/contract'
import { requestValidator } from '../../../http/validation.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Checked, Checker } from '../check/release-checker.ts'
import { requireUploads } from '../check/upload-references.ts'
import { legacyDocument } from '../model/legacy-document.ts'
import { normaliseDocument, placeTracks } from '../model/release-document.ts'
import { requireRevision } from '../model/release-etag.ts'
import { documentOf, type ReleaseRecord } from '../model/release-record.ts'
import { findRelease } from '../release-store.ts'
import {
  applyTrigger,
  beginEventChain,
  type Caller,
  type ChangeRelease,
  type ReleaseChange,
} from '../status/change-release.ts'
import { chainHead } from '../status/event-chain.ts'
import { insertEvents } from '../status/event-store.ts'
import { requireUnlocked } from './locked-fields.ts'
import { requireTrackIds } from './track-ids.ts'
import {
  type Content,
  contentDocument,
  insertDraft,
  keepFindings,
  rewriteDraft,
  toFindingColumns,
} from './write-draft.ts'

/** Writing what a release says: new drafts, and changes of what can be edited. */

export interface Update {
  readonly releaseId: string
  readonly patch: ReleasePatch
  readonly ifMatch: string | undefined
}

export interface LegacyAssetInput {
  readonly title: string
  readonly uploadId: ReleaseDocument['tracks'][number]['uploadId']
}

export interface CreatedDraft {
  readonly id: string
  /** Findings of severity error. */
  readonly errors: number
}

export interface DraftEditor {
  create(caller: Caller, document: Omit<ReleaseInput, 'submit'>): Promise<CreatedDraft>
  createLegacy(caller: Caller, asset: LegacyAssetInput): Promise<CreatedDraft>
  clone(caller: Caller, releaseId: string): Promise<CreatedDraft>
  update(caller: Caller, update: Update): Promise<void>
}

export interface DraftEditorOptions {
  readonly checker: Checker
  readonly clock: Clock
  readonly ids: Ids
  readonly change: ChangeRelease
  readonly findAccountName: Accounts['findName']
}

export const draftEditor = (options: DraftEditorOptions): DraftEditor => ({
  create: (caller, document) => createDraft(options, caller, { document }),
  async createLegacy(caller, { title, uploadId }) {
    const accountName = await options.findAccountName(caller.trx)
    const today = new Date(options.clock.now()).toISOString().slice(0, 10)
    const document = legacyDocument({ title, uploadId, accountName, today })
    return createDraft(options, caller, { document, legacy: true })
  },
  async clone(caller, releaseId) {
    const release = await findRelease(caller.trx, releaseId)
    if (!release) throw new AppError('release_not_found')
    const { upc: _upc, grid: _grid, externalId: _externalId, ...members } = documentOf(release)
    const tracks = members.tracks.map(({ id: _id, ...track }) => track)
    return createDraft(options, caller, { document: { ...members, tracks }, clonedFrom: releaseId })
  },
  update: (caller, update) =>
    options.change(caller, update.releaseId, (begun, release) => edit(options, begun, release, update)),
})

interface NewDraft {
  readonly document: ReleaseDocument
  readonly legacy?: boolean
  readonly clonedFrom?: string
}

/** Checked first and written once. */
async function createDraft(
  { checker, clock, ids }: DraftEditorOptions,
  { trx, actor }: Caller,
  draft: NewDraft,
): Promise<CreatedDraft> {
  const { document: given, legacy = false, clonedFrom } = draft
  const id = ids.make('rel')
  const { tracks, ...document } = normaliseDocument(given)
  const content: Content = { document, tracks: placeTracks(tracks, () => ids.make('trk')) }
  const uploads = await checker.loadUploads(trx, given)
  // A copy may refer to what its original does, whatever became of it: findings tell.
  if (clonedFrom === undefined) requireUploads(given, uploads)
  const checked = await check(checker, trx, { id, legacy, firstDeliveredAt: null }, { content, uploads })
  const data = clonedFrom === undefined ? {} : { clonedFrom }
  const created = { type: 'release.created', to: 'draft', actor, data } as const
  const events = beginEventChain(created, { ids, at: new Date(clock.now()) })
  const columns = { id, legacy, submitsItself: legacy, ...toFindingColumns(checked) }
  await insertDraft(trx, { ...columns, lastEventSha256: chainHead(events, null) }, content, uploads)
  await insertEvents(trx, id, events)
  return { id, errors: checked.errors }
}

const documentValidator = requestValidator({ ...updateRelease, body: releaseDocumentSchema })

/** Merges the patch, checks what results as a whole, and writes it as the next revision. */
async function edit(
  options: DraftEditorOptions,
  change: ReleaseChange,
  release: ReleaseRecord,
  { patch, ifMatch }: Update,
): Promise<void> {
  requireRevision(ifMatch, release.revision)
  change.revision = release.revision + 1
  applyTrigger(change, 'edit', { data: { members: Object.keys(patch) } })
  const merged = applyMergePatch(documentOf(release), patch)
  documentValidator.body(merged)
  const after = normaliseDocument(merged as ReleaseDocument)
  requireTrackIds(release, after)
  const { tracks, ...document } = after
  const content = { document, tracks: placeTracks(tracks, () => options.ids.make('trk')) }
  requireUnlocked(release, content)
  const uploads = await options.checker.loadUploads(change.trx, after)
  requireUploads(after, uploads)
  await rewriteDraft(change.trx, { id: release.id, revision: change.revision }, content, uploads)
  await keepFindings(change.trx, release.id, await check(options.checker, change.trx, release, { content, uploads }))
}

interface Written {
  readonly content: Content
  readonly uploads: Awaited<ReturnType<Checker['loadUploads']>>
}

const check = (
  checker: Checker,
  trx: Caller['trx'],
  release: Pick<ReleaseRecord, 'id' | 'legacy' | 'firstDeliveredAt'>,
  { content, uploads }: Written,
): Promise<Checked> =>
  checker.check(trx, {
    releaseId: release.id,
    document: contentDocument(content),
    legacy: release.legacy,
    delivered: release.firstDeliveredAt !== null,
    uploads,
    mayAssign: true,
  })
