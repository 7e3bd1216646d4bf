import type { ReleaseStatus, ReleaseType } from '@spindle/contract'
import type { Database, Tenant } from '../../../platform/database/sql.ts'
import type { AccountId, Id } from '../../../platform/values/ids.ts'

/** The operator names a release by its id alone. */
export const findAccountOf = async (database: Database, releaseId: string): Promise<AccountId | undefined> =>
  (
    await database.system.readRow<{ accountId: AccountId }>(
      'select account_id as "accountId" from releases where id = $1 and deleted_at is null',
      [releaseId],
    )
  )?.accountId

/** The same as `isReviewWaiting` of a record. */
const waits = `(r.status in ('submitted', 'in_review')
  or (r.review_revision is not null and r.status in ('delivering', 'scheduled', 'live', 'delivery_failed')))`

export interface WaitingRow {
  readonly accountId: AccountId
  readonly releaseId: Id<'rel'>
  readonly title: string
  readonly displayArtist: string | null
  readonly type: ReleaseType
  readonly status: ReleaseStatus
  readonly revision: number
  readonly isUpdate: boolean
  readonly errors: number
  readonly warnings: number
  readonly submittedAt: Date
  readonly claimedBy: Id<'usr'> | null
  readonly claimedAt: Date | null
}

export interface WaitingFilters {
  readonly accountId?: string | undefined
  readonly kind?: 'new' | 'update' | undefined
}

export interface WaitingQuery extends WaitingFilters {
  readonly after: { readonly submittedAt: Date; readonly releaseId: string } | undefined
  readonly limit: number
}

/** The filters are $1 and $2. */
const isMeant = `($1::text is null or r.account_id = $1)
  and ($2::text is null or ($2 = 'update') = (r.status not in ('submitted', 'in_review')))`

/** Of all accounts, for the operator; the longest waiting first. */
export const findWaitingReviews = (
  database: Database,
  { accountId, kind, after, limit }: WaitingQuery,
): Promise<WaitingRow[]> =>
  database.system.readRows(
    `select r.account_id as "accountId", r.id as "releaseId", r.title, r.display_artist as "displayArtist", r.type,
            r.status, r.revision, r.status not in ('submitted', 'in_review') as "isUpdate", r.errors, r.warnings,
            r.submitted_at as "submittedAt", c.user_id as "claimedBy", c.claimed_at as "claimedAt"
     from releases r
     left join review_claims c on c.account_id = r.account_id and c.release_id = r.id and c.revision = r.revision
     where ${waits} and ${isMeant}
       and ($3::timestamptz is null or (r.submitted_at, r.id) > ($3, $4))
     order by r.submitted_at, r.id limit $5`,
    [accountId ?? null, kind ?? null, after?.submittedAt ?? null, after?.releaseId ?? null, limit],
  )

/** The number of results of `findWaitingReviews` with the same filters on all pages. */
export const countWaitingReviews = async (
  database: Database,
  { accountId, kind }: WaitingFilters = {},
): Promise<number> =>
  (
    await database.system.readRow<{ count: number }>(
      `select count(*)::int as count from releases r where ${waits} and ${isMeant}`,
      [accountId ?? null, kind ?? null],
    )
  )?.count ?? 0

/** Whether the release currently waits for the operator and refers to the upload. */
export async function isUploadInReview(tenant: Tenant, releaseId: string, uploadId: string): Promise<boolean> {
  const row = await tenant.readRow(
    `select 1 from releases r
     where r.account_id = $1 and r.id = $2 and r.deleted_at is null and ${waits}
       and (r.cover_upload_id = $3 or exists (
         select 1 from tracks t where t.account_id = $1 and t.release_id = $2 and t.upload_id = $3))`,
    [releaseId, uploadId],
  )
  return row !== undefined
}

export interface ClaimRow {
  readonly userId: Id<'usr'>
  readonly claimedAt: Date
}

export const findClaim = (tenant: Tenant, releaseId: string, revision: number): Promise<ClaimRow | undefined> =>
  tenant.readRow(
    `select user_id as "userId", claimed_at as "claimedAt" from review_claims
     where account_id = $1 and release_id = $2 and revision = $3`,
    [releaseId, revision],
  )

export interface NewClaim {
  readonly releaseId: string
  readonly revision: number
  readonly userId: Id<'usr'>
  readonly at: Date
}

export async function saveClaim(tenant: Tenant, { releaseId, revision, userId, at }: NewClaim): Promise<void> {
  await tenant.execute(
    `insert into review_claims (account_id, release_id, revision, user_id, claimed_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, release_id) do update
       set revision = excluded.revision, user_id = excluded.user_id, claimed_at = excluded.claimed_at`,
    [releaseId, revision, userId, at],
  )
}
