import {
  AppError,
  applyMergePatch,
  type ReleaseCheck,
  type ReleaseDocument,
  type ReleaseInput,
  type ReleasePatch,
  ReleaseDocument as releaseDocumentSchema,
  type TakedownRequest,
  updateRelease,
} from '@spindle/contract'
import { createValidator } from '../../http/validation.ts'
import type { Clock } from '../../platform/clock.ts'
import type { TenantTransaction } from '../../platform/database/sql.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Checker } from './check/check.ts'
import { requireUploads } from './check/uploads.ts'
import type { Deliveries } from './deliveries/deliveries.ts'
import { type Content, contentDocument, contentOf, insertDraft, keepFindings, recheck, rewriteDraft } from './draft.ts'
import type { Actor } from './events/chain.ts'
import { requireUnlocked } from './locked-fields.ts'
import { eraseRelease, findAccountName, findRelease, lockRelease } from './record/store.ts'
import { beginChange, move, type ReleaseChange, saveChange, systemActor, tell } from './release-change.ts'
import { normalise, placeTracks } from './release-document.ts'
import { documentOf, pendingRevisionOf, type ReleaseRecord } from './release-record.ts'
import { legacyDocument } from './rules/legacy-document.ts'
import type { Submission } from './submission.ts'
import { requireTrackIds } from './track-ids.ts'
import { requireRevision } from './wire.ts'

/** What may be done with releases. Everything runs on the caller's open transaction, under the lock of the release. */

export interface Caller {
  readonly trx: TenantTransaction
  readonly actor: Actor
}

export interface Update {
  readonly releaseId: string
  readonly patch: ReleasePatch
  readonly ifMatch: string | undefined
}

export interface LegacyAsset {
  readonly title: string
  readonly uploadId: `upl_${string}`
}

export interface ReleaseService {
  /** Answers the id of the draft, or with `submit` of the submitted release. */
  create(caller: Caller, input: ReleaseInput): Promise<string>
  createLegacy(caller: Caller, asset: LegacyAsset): Promise<string>
  update(caller: Caller, update: Update): Promise<void>
  remove(caller: Caller, releaseId: string, ifMatch: string | undefined): Promise<void>
  validate(caller: Caller, releaseId: string): Promise<ReleaseCheck>
  submit(caller: Caller, releaseId: string): Promise<void>
  withdraw(caller: Caller, releaseId: string): Promise<void>
  takeDown(caller: Caller, releaseId: string, request: TakedownRequest): Promise<void>
  retryDelivery(caller: Caller, releaseId: string, deliveryId: string): Promise<void>
  /** Answers the id of the new draft. */
  clone(caller: Caller, releaseId: string): Promise<string>
  /** Checks again what is still edited; a legacy asset is submitted when nothing stops it any more. */
  recheck(trx: TenantTransaction, releaseId: string): Promise<void>
  /** One change by an operator; throws `release_not_found`. */
  change(caller: Caller, releaseId: string, work: Work): Promise<void>
}

export type Work = (change: ReleaseChange, release: ReleaseRecord) => Promise<void> | void

export interface ServiceOptions {
  readonly checker: Checker
  readonly submission: Submission
  readonly deliveries: Deliveries
  readonly clock: Clock
  readonly ids: Ids
}

interface NewDraft {
  readonly document: ReleaseDocument
  readonly legacy?: boolean
  /** A copy may refer to what its original does, whatever became of it: findings tell. */
  readonly isCopy?: boolean
  readonly clonedFrom?: string
}

const documentValidator = createValidator({ ...updateRelease, body: releaseDocumentSchema })

export function createReleaseService(options: ServiceOptions): ReleaseService {
  const { checker, submission, deliveries, clock, ids } = options

  const save = (change: ReleaseChange) => saveChange(change, { ids, at: new Date(clock.now()) })

  const lock = async (trx: TenantTransaction, releaseId: string): Promise<ReleaseRecord> => {
    const release = await lockRelease(trx, releaseId)
    if (!release) throw new AppError('release_not_found')
    return release
  }

  const change = async ({ trx, actor }: Caller, releaseId: string, work: Work): Promise<void> => {
    const release = await lock(trx, releaseId)
    const begun = beginChange(trx, release, actor)
    await work(begun, release)
    await save(begun)
  }

  const insert = async ({ trx, actor }: Caller, { document: given, legacy = false, isCopy, clonedFrom }: NewDraft) => {
    const id = ids.make('rel')
    const { tracks, ...document } = normalise(given)
    const content: Content = { document, tracks: placeTracks(tracks, () => ids.make('trk')) }
    const uploads = await checker.loadUploads(trx, given)
    if (isCopy !== true) requireUploads(given, uploads)
    await insertDraft(trx, { id, legacy, submitsItself: legacy }, content, uploads)
    const checked = await checker.check(trx, {
      releaseId: id,
      document: contentDocument(content),
      legacy,
      delivered: false,
      uploads,
      mayAssign: true,
    })
    await keepFindings(trx, id, checked)
    await change({ trx, actor }, id, (begun) =>
      tell(begun, {
        type: 'release.created',
        to: 'draft',
        ...(clonedFrom === undefined ? {} : { data: { clonedFrom } }),
      }),
    )
    return { id, checked }
  }

  const submit = (caller: Caller, releaseId: string): Promise<void> =>
    change(caller, releaseId, (begun, release) => submission.submit(begun, release))

  return {
    change,
    submit,
    async create(caller, { submit: wantsSubmit, ...document }) {
      const { id } = await insert(caller, { document })
      if (wantsSubmit === true) await submit(caller, id)
      return id
    },
    async createLegacy(caller, { title, uploadId }) {
      const accountName = await findAccountName(caller.trx)
      const today = new Date(clock.now()).toISOString().slice(0, 10)
      const document = legacyDocument({ title, uploadId, accountName, today })
      const { id, checked } = await insert(caller, { document, legacy: true })
      if (checked.errors === 0) await submit(caller, id)
      return id
    },
    update: (caller, update) =>
      change(caller, update.releaseId, (begun, release) => edit(options, begun, release, update)),
    async remove({ trx, actor }, releaseId, ifMatch) {
      await change({ trx, actor }, releaseId, (begun, release) => {
        requireRevision(ifMatch, release.revision)
        move(begun, 'delete')
      })
      await eraseRelease(trx, releaseId)
    },
    async validate({ trx }, releaseId) {
      const { findings, errors, warnings, checkedAt, suggestedType } = await recheck(
        trx,
        checker,
        await lock(trx, releaseId),
      )
      return {
        findings: [...findings],
        validation: { errors, warnings, checkedAt: checkedAt.toISOString() },
        suggestedType,
      }
    },
    withdraw: (caller, releaseId) => change(caller, releaseId, (begun) => move(begun, 'withdraw')),
    takeDown: (caller, releaseId, { outlets, reason }) =>
      change(caller, releaseId, (begun) => deliveries.takeDown(begun, { outlets, reason })),
    retryDelivery: (caller, releaseId, deliveryId) =>
      change(caller, releaseId, (begun) => deliveries.retry(begun, deliveryId)),
    async clone(caller, releaseId) {
      const release = await findRelease(caller.trx, releaseId)
      if (!release) throw new AppError('release_not_found')
      const { upc: _upc, grid: _grid, externalId: _externalId, ...members } = documentOf(release)
      const tracks = members.tracks.map(({ id: _id, ...track }) => track)
      return (await insert(caller, { document: { ...members, tracks }, isCopy: true, clonedFrom: releaseId })).id
    },
    async recheck(trx, releaseId) {
      const release = await lockRelease(trx, releaseId)
      if (!release || !isEdited(release)) return
      const { errors, uploads } = await recheck(trx, checker, release)
      await rewriteDraft(trx, release, contentOf(release), uploads)
      if (release.submitsItself && release.status === 'draft' && errors === 0)
        await submit({ trx, actor: systemActor }, releaseId)
    },
  }
}

const isEdited = (release: ReleaseRecord): boolean =>
  release.status === 'draft' || release.status === 'changes_requested' || pendingRevisionOf(release) !== null

/** Merges the patch, checks what results as a whole, and writes it as the next revision. */
async function edit(
  { checker, ids }: ServiceOptions,
  change: ReleaseChange,
  release: ReleaseRecord,
  { patch, ifMatch }: Update,
): Promise<void> {
  requireRevision(ifMatch, release.revision)
  change.revision = release.revision + 1
  move(change, 'edit', { data: { members: Object.keys(patch) } })
  const before = documentOf(release)
  const merged = applyMergePatch(before, patch)
  documentValidator.body(merged)
  const after = normalise(merged as ReleaseDocument)
  requireTrackIds(release, after)
  const { tracks, ...document } = after
  const content = { document, tracks: placeTracks(tracks, () => ids.make('trk')) }
  requireUnlocked(release, content)
  const uploads = await checker.loadUploads(change.trx, after)
  requireUploads(after, uploads)
  const next = { id: release.id, revision: change.revision }
  await rewriteDraft(change.trx, next, content, uploads)
  await keepFindings(
    change.trx,
    release.id,
    await checker.check(change.trx, {
      releaseId: release.id,
      document: contentDocument(content),
      legacy: release.legacy,
      delivered: release.firstDeliveredAt !== null,
      uploads,
      mayAssign: true,
    }),
  )
}
