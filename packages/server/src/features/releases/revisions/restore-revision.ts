import type { ReleaseDocument, RestoredRevision } from '@spindle/contract'
import type { Quotas } from '../../accounts/index.ts'
import type { Checker } from '../check/release-checker.ts'
import {
  type Content,
  checkContent,
  contentDocument,
  contentOf,
  countBytes,
  keepFindings,
  rewriteDraft,
} from '../content/write-draft.ts'
import { compareRevisions } from '../model/compare-revisions.ts'
import { placeTracks } from '../model/release-document.ts'
import { placedTracksOf, type ReleaseRecord } from '../model/release-record.ts'
import { requireNotReplaced } from '../replacement/check-replacement.ts'
import { applyTrigger, type ReleaseChange, roleOf, stateConflict } from '../status/change-release.ts'
import { isUpdateWaiting } from '../status/review-state.ts'
import { allowedTriggers } from '../status/state-machine.ts'
import { markTracksDelivered } from '../submission/submission-queries.ts'
import { getFrozen } from './read-revisions.ts'
import { restoreContent } from './restored-content.ts'
import { findRevisionFacts } from './revision-queries.ts'

/** An earlier revision becomes the next one, as unsubmitted changes. Locked members stay as they are. */

export interface RestoreOptions {
  readonly checker: Checker
  readonly quotas: Pick<Quotas, 'requireQuota'>
}

/** Returns what was not restored. If nothing differs, nothing is written. */
export async function restoreRevision(
  options: RestoreOptions,
  change: ReleaseChange,
  release: ReleaseRecord,
  revision: number,
): Promise<RestoredRevision['kept']> {
  const { trx } = change
  requireEditable(change, release)
  await requireNotReplaced(change, release)
  const frozen = await getFrozen(trx, release.id, revision)
  const { kept, document, tracks } = restoreContent(release, frozen, {
    uploads: await options.checker.loadUploads(trx, {
      ...frozen.document,
      tracks: [...frozen.tracks],
    } as ReleaseDocument),
  })
  const content: Content = { document, tracks: placeTracks(tracks, () => unnamed(release.id, revision)) }
  if (!differs(release, content)) return [...kept]
  change.revision = release.revision + 1
  applyTrigger(change, 'edit', { data: { restoredRevision: revision } })
  change.state = { ...change.state, submitsItself: false }
  await write(options, change, { release, content })
  await markReturned(change, release, { revision, content })
  return [...kept]
}

function requireEditable(change: ReleaseChange, { revision }: ReleaseRecord): void {
  const { status } = change.state
  const allowed = allowedTriggers(status, roleOf(change.actor))
  if (isUpdateWaiting(change))
    throw stateConflict(status, allowed, `Revision ${revision} is waiting for review. Withdraw it first.`)
  if (!allowed.includes('edit')) throw stateConflict(status, allowed)
}

function unnamed(releaseId: string, revision: number): never {
  throw new Error(`A track of the frozen revision ${revision} of ${releaseId} has no id`)
}

/** Places are compared too: a frozen track has its disc, a draft only if it was entered. */
function differs(release: ReleaseRecord, { document, tracks }: Content): boolean {
  const placed = tracks.map((track) => ({ ...track, durationMs: null, delivered: false }))
  const present = { document: release.document, tracks: placedTracksOf(release) }
  return compareRevisions(present, { document, tracks: placedTracksOf({ document, tracks: placed }) }).length > 0
}

interface Restored {
  readonly release: ReleaseRecord
  readonly content: Content
}

async function write(
  { checker, quotas }: RestoreOptions,
  change: ReleaseChange,
  { release, content }: Restored,
): Promise<void> {
  const { trx } = change
  const moreBytes = countBytes(content) - countBytes(contentOf(release))
  if (moreBytes > 0) await quotas.requireQuota(trx, { documentBytes: moreBytes })
  const uploads = await checker.loadUploads(trx, contentDocument(content))
  await rewriteDraft(trx, { id: release.id, revision: change.revision }, content, uploads)
  await keepFindings(trx, release.id, await checkContent(checker, trx, release, { content, uploads }))
}

/** Tracks that outlets had and that were removed meanwhile are delivered ones again: their ISRC and audio are locked. */
async function markReturned(
  { trx, releaseId }: ReleaseChange,
  { firstDeliveredAt, tracks }: ReleaseRecord,
  { revision, content }: { readonly revision: number; readonly content: Content },
): Promise<void> {
  if (firstDeliveredAt === null) return
  const facts = await findRevisionFacts(trx, releaseId, revision)
  if (!facts || facts.approvedAt === null) return
  const present = new Set(tracks.map(({ id }) => id))
  await markTracksDelivered(
    trx,
    content.tracks.map(({ id }) => id).filter((id) => !present.has(id)),
  )
}
