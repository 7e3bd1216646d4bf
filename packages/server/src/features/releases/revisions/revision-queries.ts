import type { ReleaseRevision } from '@spindle/contract'
import { isoInstant } from '../../../platform/database/iso-instant.ts'
import type { Tenant } from '../../../platform/database/sql.ts'

/** Frozen revisions with what happened to them. The events of the release say it; the revision itself does not change. */

const select = `
  select v.revision, v.document ->> 'title' as title, jsonb_array_length(v.tracks) as "trackCount",
         ${isoInstant('coalesce(h.submitted_at, v.created_at)')} as "submittedAt", h.submitted_by as "submittedBy",
         ${isoInstant('h.approved_at')} as "approvedAt", ${isoInstant('h.delivered_at')} as "deliveredAt",
         encode(v.sha256, 'hex') as sha256
  from release_revisions v
  left join (
    select coalesce((data ->> 'revision')::int, revision) as revision,
           max(at) filter (where type = 'release.submitted') as submitted_at,
           (array_agg(actor order by sequence desc) filter (where type = 'release.submitted'))[1] as submitted_by,
           max(at) filter (where type = 'release.approved') as approved_at,
           min(at) filter (where type like 'delivery.%') as delivered_at
    from release_events
    where account_id = $1 and release_id = $2
      and type in ('release.submitted', 'release.approved', 'delivery.sent', 'delivery.acknowledged', 'delivery.live')
    group by 1) h on h.revision = v.revision
  where v.account_id = $1 and v.release_id = $2`

/** One row more than fits on the page. */
export const findRevisionPage = (
  sql: Tenant,
  releaseId: string,
  { limit, before }: { readonly limit: number; readonly before: number | null },
): Promise<ReleaseRevision[]> =>
  sql.readRows(`${select} and ($3::int is null or v.revision < $3) order by v.revision desc limit $4::int + 1`, [
    releaseId,
    before,
    limit,
  ])

export const findRevisionFacts = (
  sql: Tenant,
  releaseId: string,
  revision: number,
): Promise<ReleaseRevision | undefined> => sql.readRow(`${select} and v.revision = $3`, [releaseId, revision])

export const countRevisions = async (sql: Tenant, releaseId: string): Promise<number> =>
  (
    await sql.readRow<{ count: number }>(
      'select count(*)::int as count from release_revisions where account_id = $1 and release_id = $2',
      [releaseId],
    )
  )?.count ?? 0

/** The newest one before it. */
export const findEarlierRevision = async (sql: Tenant, releaseId: string, revision: number): Promise<number | null> =>
  (
    await sql.readRow<{ revision: number | null }>(
      `select max(revision) as revision from release_revisions
       where account_id = $1 and release_id = $2 and revision < $3`,
      [releaseId, revision],
    )
  )?.revision ?? null
