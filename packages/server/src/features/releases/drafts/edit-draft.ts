import {
  AppError,
  applyMergePatch,
  composeDisplayArtist,
  type ReleaseDocument,
  type ReleasePatch,
  ReleaseDocument as releaseDocumentSchema,
  updateRelease,
} from '@spindle/contract'
import { requestValidator } from '../../../http/requests/validation.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import type { Quotas } from '../../accounts/index.ts'
import { findAudioReplacement, requireAudioChangeReason } from '../audio/replace-audio.ts'
import { type Checker, requireUploads } from '../check/release-checker.ts'
import { type PartyHolder, partyIdsOf, resolveParties } from '../content/resolve-parties.ts'
import {
  type Content,
  checkContent,
  contentOf,
  countBytes,
  keepFindings,
  rewriteDraft,
} from '../content/write-draft.ts'
import { normaliseDocument, placeTracks } from '../model/release-document.ts'
import { requireRevision } from '../model/release-etag.ts'
import { documentOf, type ReleaseRecord } from '../model/release-record.ts'
import { requireNotReplaced } from '../replacement/check-replacement.ts'
import { findReplacedAudio } from '../replacement/replaced-audio.ts'
import { applyTrigger, type ReleaseChange, recordEvent } from '../status/change-release.ts'
import { isUpdateWaiting, withdrawUpdate } from '../status/review-state.ts'
import { findLockedCodes } from './locked-fields.ts'
import { requireAudioOfTracks, requireTrackIds } from './track-ids.ts'

/** Changes of the content of a release, while it can be edited. */

export interface Update {
  readonly releaseId: string
  readonly patch: ReleasePatch
  readonly ifMatch: string | undefined
  /** An import may add tracks before their masters arrive. */
  readonly mayLackAudio?: boolean
}

/** The result of a patch must be valid for a creation. */
export const documentValidator = requestValidator({ ...updateRelease, body: releaseDocumentSchema })

export interface EditOptions {
  readonly checker: Checker
  readonly quotas: Pick<Quotas, 'requireQuota'>
  readonly ids: Ids
  readonly clock: Clock
  readonly parties: PartyHolder
}

/** Merges the patch, validates the whole result, and writes it as the next revision. */
export async function editDraft(
  { checker, quotas, ids, clock, parties }: EditOptions,
  change: ReleaseChange,
  release: ReleaseRecord,
  { patch: { audioChangeReason, ...patch }, ifMatch, mayLackAudio = false }: Omit<Update, 'releaseId'>,
): Promise<void> {
  requireRevision(ifMatch, release.revision)
  await requireNotReplaced(change, release)
  change.revision = release.revision + 1
  applyTrigger(change, 'edit', { data: { members: Object.keys(patch) } })
  // An edited release must be submitted by the account: it is no longer what was to be submitted automatically.
  change.state = { ...change.state, submitsItself: false }
  if (isUpdateWaiting(change)) withdrawUpdate(change)
  const before = documentOf(release) as ReleaseDocument
  const merged = applyMergePatch(before, withoutComposedArtist(release, patch)) as ReleaseDocument
  const resolved = await resolveParties(parties, change.trx, merged, { known: partyIdsOf(before) })
  documentValidator.body(resolved)
  const after = normaliseDocument(resolved)
  requireTrackIds(release, after)
  if (!mayLackAudio) requireAudioOfTracks(release, after)
  const { tracks, ...document } = after
  const content = { document, tracks: placeTracks(tracks, () => ids.make('trk')) }
  await requireUnlocked(change, release, { content, reason: audioChangeReason, now: new Date(clock.now()) })
  const replaced = await findReplacedAudio(change.trx, release, content, audioChangeReason)
  if (replaced) recordEvent(change, replaced)
  const moreBytes = countBytes(content) - countBytes(contentOf(release))
  if (moreBytes > 0) await quotas.requireQuota(change.trx, { documentBytes: moreBytes })
  const uploads = await checker.loadUploads(change.trx, after)
  requireUploads(after, uploads)
  await rewriteDraft(change.trx, { id: release.id, revision: change.revision }, content, uploads)
  await keepFindings(
    change.trx,
    release.id,
    await checkContent(checker, change.trx, release, { content, uploads, givesAudioReason: replaced !== undefined }),
  )
}

interface Edited {
  readonly content: Content
  readonly reason: string | null | undefined
  readonly now: Date
}

/** Throws `field_locked`, naming every locked field. Records which audio was replaced, and why. */
async function requireUnlocked(
  change: ReleaseChange,
  release: ReleaseRecord,
  { content, reason, now }: Edited,
): Promise<void> {
  const { replaced, locked: lockedAudio } = await findAudioReplacement(change.trx, release, content.tracks, now)
  const locked = [...findLockedCodes(release, content), ...lockedAudio]
  if (locked.length > 0) throw new AppError('field_locked', { errors: locked })
  const earlier = new Map(release.tracks.map(({ id, document }) => [id, document.uploadId as string]))
  const changed = replaced.filter(({ trackId, after }) => earlier.get(trackId) !== after)
  requireAudioChangeReason(changed, reason)
  if (changed.length === 0) return
  const tracks = changed.map(({ trackId, isrc, before, after }) => ({ trackId, isrc, before, after }))
  recordEvent(change, { type: 'release.audio_replaced', reason: reason ?? undefined, data: { tracks } })
}

/**
 * A client that sends back what it read has not chosen the composed name: it is composed again after the artists
 * change.
 */
function withoutComposedArtist({ document }: ReleaseRecord, patch: ReleasePatch): ReleasePatch {
  if (document.displayArtist !== undefined || typeof patch.displayArtist !== 'string') return patch
  if (patch.displayArtist !== composeDisplayArtist(document)) return patch
  const { displayArtist: _composed, ...rest } = patch
  return rest
}
