import {
  type AttentionItem,
  type DraftItem,
  maxSummarised,
  type ReleaseStatus,
  releaseStatuses,
} from '@spindle/contract'
import { isoInstant } from '../../../platform/database/iso-instant.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { hasUnsentChanges, isAnswered, needsAttention } from './state-queries.ts'

/** The summary of releases. Its counts are those of lists with the same conditions. */

const needsPerson = `r.deleted_at is null and ${needsAttention}`

/** Can be submitted: those with errors are in the list of what needs attention. */
const isUnsent = `r.deleted_at is null and ${hasUnsentChanges} and r.errors = 0`

const isReadyDraft = `r.deleted_at is null and r.status = 'draft' and r.errors = 0`

const members = `r.id, r.title, r.display_artist as "displayArtist", r.type, r.status,
  r.cover_upload_id as "coverUploadId", r.track_count as "trackCount", ${isoInstant('r.updated_at')} as "updatedAt"`

const countOf = (condition: string): string =>
  `(select count(*) from releases r where r.account_id = $1 and ${condition})`

export interface ReleaseCounts {
  readonly total: number
  readonly byStatus: Record<ReleaseStatus, number>
}

export async function countByStatus(sql: Tenant): Promise<ReleaseCounts> {
  const rows = await sql.readRows<{ status: ReleaseStatus; count: number }>(
    'select status, count(*) from releases where account_id = $1 and deleted_at is null group by status',
  )
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    byStatus: Object.fromEntries(releaseStatuses.map((status) => [status, counts.get(status) ?? 0])) as Record<
      ReleaseStatus,
      number
    >,
  }
}

/** The first rows of a list. */
export interface Begun<Item> {
  readonly total: number
  readonly data: Item[]
}

/** The reason of an outlet for the release, otherwise for the first track it refused. */
const outletReport = `
  select array_agg(d.outlet_id order by d.outlet_id) as outlets, bool_or(d.status = 'refused' or t.message is not null) as refused,
         (array_agg(coalesce(d.reason ->> 'message', t.message) order by d.status = 'refused' desc, d.outlet_id)
           filter (where coalesce(d.reason ->> 'message', t.message) is not null))[1] as message
  from deliveries d
  left join lateral (
    select t.finding ->> 'message' as message from delivery_tracks t
    where t.account_id = d.account_id and t.delivery_id = d.id and t.status = 'refused'
    order by t.position limit 1) t on true
  where d.account_id = r.account_id and d.release_id = r.id
    and (d.status in ('failed', 'refused') or t.message is not null)`

/** The outlets concerned have their ids only. */
export type UnnamedAttention = Omit<AttentionItem, 'outletNames'>

export async function findAttention(sql: Tenant): Promise<Begun<UnnamedAttention>> {
  const rows = await sql.readRows<UnnamedAttention & { readonly total: number }>(
    `select ${members}, r.errors, ${countOf(needsPerson)} as total,
            case when r.status in ('changes_requested', 'rejected') then r.status
                 when o.refused then 'refused' when o.outlets is not null then 'delivery_failed'
                 when r.status = 'delivery_failed' then 'delivery_failed' else 'findings' end as reason,
            left(case when r.status in ('changes_requested', 'rejected')
                        then coalesce(r.review #>> '{issues,0,note}', r.review ->> 'note')
                      when o.outlets is not null then o.message
                      when r.errors > 0 then r.findings #>> '{0,message}' end, 1000) as message,
            case when r.status in ('changes_requested', 'rejected') then r.review #>> '{issues,0,pointer}'
                 when o.outlets is null and r.errors > 0 then r.findings #>> '{0,pointer}' end as pointer,
            coalesce(o.outlets[1:10], '{}') as outlets
     from (select * from releases r where r.account_id = $1 and ${needsPerson}
           order by ${isAnswered} desc, r.updated_at desc, r.id desc limit $2) r
     left join lateral (${outletReport}) o on true
     order by ${isAnswered} desc, r.updated_at desc, r.id desc`,
    [maxSummarised],
  )
  return begun(rows)
}

export const findReadyDrafts = (sql: Tenant): Promise<Begun<DraftItem>> => findDrafts(sql, isReadyDraft)

/** Releases at outlets with changes that nobody has submitted. */
export const findUnsentChanges = (sql: Tenant): Promise<Begun<DraftItem>> => findDrafts(sql, isUnsent)

async function findDrafts(sql: Tenant, condition: string): Promise<Begun<DraftItem>> {
  const rows = await sql.readRows<DraftItem & { readonly total: number }>(
    `select ${members}, ${countOf(condition)} as total from releases r where r.account_id = $1 and ${condition}
     order by r.updated_at desc, r.id desc limit $2`,
    [maxSummarised],
  )
  return begun(rows)
}

const begun = <Item>(rows: readonly (Item & { readonly total: number })[]): Begun<Item> => ({
  total: rows[0]?.total ?? 0,
  data: rows.map(({ total: _total, ...item }) => item as Item),
})
