import {
  AppError,
  applyMergePatch,
  type ReleaseDocument,
  type ReleaseInput,
  type ReleasePatch,
  ReleaseDocument as releaseDocumentSchema,
  updateRelease,
} from '@spindle/contract'
import { createValidator } from '../../http/validation.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Checked, Checker } from './check/check.ts'
import { requireUploads } from './check/uploads.ts'
import { type Content, contentDocument, insertDraft, keepFindings, rewriteDraft } from './draft.ts'
import { requireUnlocked } from './locked-fields.ts'
import { findAccountName, findRelease } from './record/store.ts'
import { type Caller, type ChangeRelease, move, type ReleaseChange, tell } from './release-change.ts'
import { normalise, placeTracks } from './release-document.ts'
import { documentOf, type ReleaseRecord } from './release-record.ts'
import { legacyDocument } from './rules/legacy-document.ts'
import { requireTrackIds } from './track-ids.ts'
import { requireRevision } from './wire.ts'

/** Writing what a release says: new drafts, and changes of what can be edited. */

export interface Update {
  readonly releaseId: string
  readonly patch: ReleasePatch
  readonly ifMatch: string | undefined
}

export interface LegacyAsset {
  readonly title: string
  readonly uploadId: ReleaseDocument['tracks'][number]['uploadId']
}

export interface Drafted {
  readonly id: string
  /** Findings of severity error. */
  readonly errors: number
}

export interface Drafting {
  create(caller: Caller, document: Omit<ReleaseInput, 'submit'>): Promise<Drafted>
  createLegacy(caller: Caller, asset: LegacyAsset): Promise<Drafted>
  clone(caller: Caller, releaseId: string): Promise<Drafted>
  update(caller: Caller, update: Update): Promise<void>
}

export interface DraftingOptions {
  readonly checker: Checker
  readonly clock: Clock
  readonly ids: Ids
  readonly change: ChangeRelease
}

export const createDrafting = (options: DraftingOptions): Drafting => ({
  create: (caller, document) => insert(options, caller, { document }),
  async createLegacy(caller, { title, uploadId }) {
    const accountName = await findAccountName(caller.trx)
    const today = new Date(options.clock.now()).toISOString().slice(0, 10)
    const document = legacyDocument({ title, uploadId, accountName, today })
    return insert(options, caller, { document, legacy: true })
  },
  async clone(caller, releaseId) {
    const release = await findRelease(caller.trx, releaseId)
    if (!release) throw new AppError('release_not_found')
    const { upc: _upc, grid: _grid, externalId: _externalId, ...members } = documentOf(release)
    const tracks = members.tracks.map(({ id: _id, ...track }) => track)
    return insert(options, caller, { document: { ...members, tracks }, clonedFrom: releaseId })
  },
  update: (caller, update) =>
    options.change(caller, update.releaseId, (begun, release) => edit(options, begun, release, update)),
})

interface NewDraft {
  readonly document: ReleaseDocument
  readonly legacy?: boolean
  readonly clonedFrom?: string
}

async function insert(options: DraftingOptions, caller: Caller, draft: NewDraft): Promise<Drafted> {
  const { checker, ids, change } = options
  const { document: given, legacy = false, clonedFrom } = draft
  const id = ids.make('rel')
  const { tracks, ...document } = normalise(given)
  const content: Content = { document, tracks: placeTracks(tracks, () => ids.make('trk')) }
  const uploads = await checker.loadUploads(caller.trx, given)
  // A copy may refer to what its original does, whatever became of it: findings tell.
  if (clonedFrom === undefined) requireUploads(given, uploads)
  await insertDraft(caller.trx, { id, legacy, submitsItself: legacy }, content, uploads)
  const { errors } = await check(options, caller.trx, { id, legacy, firstDeliveredAt: null }, { content, uploads })
  await change(caller, id, (begun) =>
    tell(begun, {
      type: 'release.created',
      to: 'draft',
      ...(clonedFrom === undefined ? {} : { data: { clonedFrom } }),
    }),
  )
  return { id, errors }
}

const documentValidator = createValidator({ ...updateRelease, body: releaseDocumentSchema })

/** Merges the patch, checks what results as a whole, and writes it as the next revision. */
async function edit(
  options: DraftingOptions,
  change: ReleaseChange,
  release: ReleaseRecord,
  { patch, ifMatch }: Update,
): Promise<void> {
  requireRevision(ifMatch, release.revision)
  change.revision = release.revision + 1
  move(change, 'edit', { data: { members: Object.keys(patch) } })
  const merged = applyMergePatch(documentOf(release), patch)
  documentValidator.body(merged)
  const after = normalise(merged as ReleaseDocument)
  requireTrackIds(release, after)
  const { tracks, ...document } = after
  const content = { document, tracks: placeTracks(tracks, () => options.ids.make('trk')) }
  requireUnlocked(release, content)
  const uploads = await options.checker.loadUploads(change.trx, after)
  requireUploads(after, uploads)
  await rewriteDraft(change.trx, { id: release.id, revision: change.revision }, content, uploads)
  await check(options, change.trx, release, { content, uploads })
}

interface Written {
  readonly content: Content
  readonly uploads: Awaited<ReturnType<Checker['loadUploads']>>
}

/** Checks what was just written and keeps the findings. */
async function check(
  { checker }: DraftingOptions,
  trx: Caller['trx'],
  release: Pick<ReleaseRecord, 'id' | 'legacy' | 'firstDeliveredAt'>,
  { content, uploads }: Written,
): Promise<Checked> {
  const checked = await checker.check(trx, {
    releaseId: release.id,
    document: contentDocument(content),
    legacy: release.legacy,
    delivered: release.firstDeliveredAt !== null,
    uploads,
    mayAssign: true,
  })
  await keepFindings(trx, release.id, checked)
  return checked
}
