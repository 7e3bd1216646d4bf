import type { Database } from '../../../platform/database/sql.ts'
import { type JobHandler, type Jobs, jobHandler } from '../../../platform/jobs/jobs.ts'
import { enqueuePartyChange, partyChanged } from '../../parties/index.ts'
import type { Checker } from '../check/release-checker.ts'
import { listDraftsOfParty } from '../content/party-reference-queries.ts'
import { type PartyHolder, type RenewedContent, renewParties } from '../content/resolve-parties.ts'
import { checkContent, contentDocument, contentOf, keepFindings, rewriteDraft } from '../content/write-draft.ts'
import { pendingRevisionOf, type ReleaseRecord } from '../model/release-record.ts'
import { type ChangeRelease, type ReleaseChange, recordEvent, systemActor } from '../status/change-release.ts'
import { isUpdateWaiting } from '../status/review-state.ts'

/** Drafts follow their parties. What was submitted, or waits for review, keeps its copy. */

export interface RenewOptions {
  readonly checker: Checker
  readonly parties: PartyHolder
}

export const isEdited = (release: ReleaseRecord): boolean =>
  release.status === 'draft' || release.status === 'changes_requested' || pendingRevisionOf(release) !== null

/** Writes the next revision if a party of the release says something else than its copy. */
export async function renewDraft(options: RenewOptions, change: ReleaseChange, release: ReleaseRecord): Promise<void> {
  if (isUpdateWaiting(change)) return
  await writeRenewed(options, change, { release, renewed: await renewParties(options.parties, change.trx, release) })
}

interface Renewed {
  readonly release: ReleaseRecord
  readonly renewed: RenewedContent | undefined
}

/** Writes the next revision if contributors have changed. */
export async function writeRenewed(
  { checker }: Pick<RenewOptions, 'checker'>,
  change: ReleaseChange,
  { release, renewed }: Renewed,
): Promise<void> {
  if (!renewed) return
  const { trx } = change
  const content = contentOf(renewed)
  change.revision += 1
  recordEvent(change, { type: 'release.updated', data: { members: ['contributors'], from: 'parties' } })
  const uploads = await checker.loadUploads(trx, contentDocument(content))
  await rewriteDraft(trx, { id: release.id, revision: change.revision }, content, uploads)
  await keepFindings(trx, release.id, await checkContent(checker, trx, release, { content, uploads }))
}

/** A turn ends after this many drafts: other accounts wait for their turn. */
const draftsPerTurn = 20

export interface RenewJobOptions extends RenewOptions {
  readonly database: Database
  readonly jobs: Jobs
  readonly change: ChangeRelease
}

/** Each draft in its own transaction, a few in a turn: an artist of a large label is on thousands. */
export const renewDraftsJob = ({ database, jobs, change, ...options }: RenewJobOptions): JobHandler =>
  jobHandler({
    job: partyChanged,
    lane: 'bulk',
    async handle({ accountId, partyId, after = '' }) {
      const drafts = await listDraftsOfParty(database.tenant(accountId), { partyId, after, limit: draftsPerTurn })
      for (const releaseId of drafts)
        await database.tenantTransaction(accountId, (trx) =>
          change({ trx, actor: systemActor }, releaseId, async (begun, release) => {
            if (isEdited(release)) await renewDraft(options, begun, release)
          }),
        )
      const last = drafts.at(-1)
      if (last !== undefined && drafts.length === draftsPerTurn)
        await database.transaction((trx) => enqueuePartyChange(jobs, trx, { accountId, partyId, after: last }))
    },
  })
