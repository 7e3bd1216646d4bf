import type { Database } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/ids.ts'
import type { WaitingReview } from './review-releases.ts'

/** The operator names a release by its id alone. */
export const findAccountOf = async (database: Database, releaseId: string): Promise<AccountId | undefined> =>
  (
    await database.system.row<{ accountId: AccountId }>(
      'select account_id as "accountId" from releases where id = $1 and deleted_at is null',
      [releaseId],
    )
  )?.accountId

/** Of all accounts, for the operator. */
export const findWaitingReviews = (database: Database): Promise<WaitingReview[]> =>
  database.system.rows(
    `select r.account_id as "accountId", a.name as "accountName", r.id as "releaseId", r.title,
            r.display_artist as "displayArtist", r.status, r.warnings, r.submitted_at as "submittedAt"
     from releases r join accounts a on a.id = r.account_id
     where r.status in ('submitted', 'in_review') order by r.submitted_at limit 1000`,
  )
