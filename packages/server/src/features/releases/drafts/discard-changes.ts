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
import { findRevision } from '../deliveries/delivery-queries.ts'
import { placeTracks } from '../model/release-document.ts'
import { requireRevision } from '../model/release-etag.ts'
import { outStatuses, pendingRevisionOf, type ReleaseRecord } from '../model/release-record.ts'
import { type ReleaseChange, recordEvent, stateConflict } from '../status/change-release.ts'
import { isUpdateWaiting } from '../status/review-state.ts'
import { allowedTriggers } from '../status/state-machine.ts'
import { markDelivered } from '../submission/submission-queries.ts'

/** Unsubmitted changes of a release that outlets have: its content becomes that of the submitted revision again. */

export interface DiscardOptions {
  readonly checker: Checker
  readonly quotas: Pick<Quotas, 'requireQuota'>
}

/** Reads the frozen revision and writes it as the next one. Without unsubmitted changes, nothing is written. */
export async function discardChanges(
  { checker, quotas }: DiscardOptions,
  change: ReleaseChange,
  release: ReleaseRecord,
  ifMatch: string | undefined,
): Promise<void> {
  const { trx } = change
  requireRevision(ifMatch, release.revision)
  requireDiscardable(change, release)
  const { submittedRevision } = release
  if (submittedRevision === null || pendingRevisionOf(release) === null) return
  const content = await getSubmittedContent(change, submittedRevision)
  const moreBytes = countBytes(content) - countBytes(contentOf(release))
  if (moreBytes > 0) await quotas.requireQuota(trx, { documentBytes: moreBytes })
  markRestored(change, release.revision + 1, submittedRevision)
  const uploads = await checker.loadUploads(trx, contentDocument(content))
  await rewriteDraft(trx, { id: release.id, revision: change.revision }, content, uploads)
  // Outlets have every track of the submitted revision, also those that the changes had removed.
  if (release.firstDeliveredAt !== null) await markDelivered(trx, release.id)
  await keepFindings(trx, release.id, await checkContent(checker, trx, release, { content, uploads }))
}

function requireDiscardable(change: ReleaseChange, { revision }: ReleaseRecord): void {
  const { status } = change.state
  const allowed = allowedTriggers(status, 'writer')
  if (isUpdateWaiting(change))
    throw stateConflict(status, allowed, `Revision ${revision} is waiting for review. Withdraw it first.`)
  if (!outStatuses.includes(status))
    throw stateConflict(
      status,
      allowed,
      `The release is ${status}. Only changes made after its approval can be discarded.`,
    )
}

async function getSubmittedContent({ trx, releaseId }: ReleaseChange, revision: number): Promise<Content> {
  const frozen = await findRevision(trx, releaseId, revision)
  if (!frozen) throw new Error(`Release ${releaseId} has no frozen revision ${revision}`)
  // The length belongs to the audio and is measured again.
  const tracks = frozen.tracks.map(({ durationMs: _measured, ...track }) => track)
  return {
    document: frozen.document,
    tracks: placeTracks(tracks, () => {
      throw new Error(`A track of the frozen revision ${revision} of ${releaseId} has no id`)
    }),
  }
}

function markRestored(change: ReleaseChange, revision: number, submittedRevision: number): void {
  change.revision = revision
  recordEvent(change, { type: 'release.changes_discarded', data: { restoredRevision: submittedRevision } })
  const { review } = change.state
  // An answer of the review about the discarded changes ends with them.
  change.state = {
    ...change.state,
    restoredRevision: revision,
    reviewRevision: null,
    review: review?.decision === 'approved' ? review : null,
  }
}
