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
export const findWaitingReviews = (database: Database): Promise<Omit<WaitingReview, 'accountName'>[]> =>
  database.system.rows(
    `select account_id as "accountId", id as "releaseId", title, display_artist as "displayArtist", status, revision,
            warnings, submitted_at as "submittedAt"
     from releases
     where status in ('submitted', 'in_review')
        or (review_revision is not null and status in ('delivering', 'scheduled', 'live', 'delivery_failed'))
     order by submitted_at limit 1000`,
  )
