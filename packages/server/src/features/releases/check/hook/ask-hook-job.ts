import type { Database } from '../../../../platform/database/sql.ts'
import { type JobHandler, jobHandler } from '../../../../platform/jobs/jobs.ts'
import type { AccountId } from '../../../../platform/values/ids.ts'
import { checkAgain } from '../../content/write-draft.ts'
import { isEdited } from '../../drafts/renew-draft.ts'
import { lockRelease } from '../../release-queries.ts'
import type { Checker } from '../release-checker.ts'
import { askHookJob } from './find-own-findings.ts'

/** Asks the hook about a draft that was written, so that its findings show before the draft is submitted. */
export const askHookHandler = ({
  database,
  checker,
}: {
  readonly database: Database
  readonly checker: Checker
}): JobHandler =>
  jobHandler({
    job: askHookJob,
    lane: 'programs',
    handle: ({ accountId, releaseId }) =>
      database.tenantTransaction(accountId as AccountId, async (trx) => {
        const release = await lockRelease(trx, releaseId)
        if (release && isEdited(release)) await checkAgain(trx, checker, release, { mustAskHook: true })
      }),
  })
