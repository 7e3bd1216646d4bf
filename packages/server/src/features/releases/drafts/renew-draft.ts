import type { Database } from '../../../platform/database/sql.ts'
import { jobHandler } from '../../../platform/jobs/jobs.ts'
import { rosterChanged } from '../../parties/index.ts'
import type { Checker } from '../check/release-checker.ts'
import { pendingRevisionOf, type ReleaseRecord } from '../model/release-record.ts'
import { type ChangeRelease, type ReleaseChange, recordEvent, systemActor } from '../status/change-release.ts'
import { isUpdateWaiting } from '../status/review-state.ts'
import { listDraftsOfParty } from './party-reference-queries.ts'
import { type PartyHolder, renewParties } from './resolve-parties.ts'
import { checkContent, contentDocument, contentOf, keepFindings, rewriteDraft } from './write-draft.ts'

/** Drafts follow their parties. What was submitted, or waits for review, keeps its copy. */

export interface RenewOptions {
  readonly checker: Checker
  readonly parties: PartyHolder
}

export const isEdited = (release: ReleaseRecord): boolean =>
  release.status === 'draft' || release.status === 'changes_requested' || pendingRevisionOf(release) !== null

/** Writes the next revision if a party of the release says something else than its copy. */
export async function renewDraft(
  { checker, parties }: RenewOptions,
  change: ReleaseChange,
  release: ReleaseRecord,
): Promise<void> {
  if (isUpdateWaiting(change)) return
  const renewed = await renewParties(parties, change.trx, release)
  if (!renewed) return
  const { trx } = change
  const content = contentOf(renewed)
  change.revision += 1
  recordEvent(change, { type: 'release.updated', data: { members: ['contributors'], from: 'parties' } })
  const uploads = await checker.loadUploads(trx, contentDocument(content))
  await rewriteDraft(trx, { id: release.id, revision: change.revision }, content, uploads)
  await keepFindings(trx, release.id, await checkContent(checker, trx, release, { content, uploads }))
}

const pageSize = 100

/** Each draft in its own transaction: an artist of a large label is on thousands. */
export const renewDraftsJob = ({
  database,
  change,
  ...options
}: RenewOptions & { readonly database: Database; readonly change: ChangeRelease }) =>
  jobHandler({
    job: rosterChanged,
    async handle({ accountId, partyId }) {
      const tenant = database.tenant(accountId)
      for (let after = ''; ; ) {
        const page = await listDraftsOfParty(tenant, { partyId, after, limit: pageSize })
        for (const releaseId of page)
          await database.tenantTransaction(accountId, (trx) =>
            change({ trx, actor: systemActor }, releaseId, async (begun, release) => {
              if (isEdited(release)) await renewDraft(options, begun, release)
            }),
          )
        const last = page.at(-1)
        if (last === undefined || page.length < pageSize) return
        after = last
      }
    },
  })
