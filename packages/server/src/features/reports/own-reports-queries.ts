import type { ActorType, Money, ReportStatus } from '@spindle/contract'
import type { Tenant, Transaction } from '../../platform/database/sql.ts'
import type { Id } from '../../platform/values/ids.ts'
import { moneyOf } from './analytics-queries.ts'
import type { ReportLine } from './reading/report-line.ts'
import { matchStaged, reportedText } from './report-queries.ts'

/** Reports as one account sees them: its own, and those of the operator that have cells about it. */

export interface OwnReportRow {
  readonly id: Id<'rpt'>
  readonly source: string
  readonly format: string
  readonly from: string
  readonly to: string
  readonly lines: number
  readonly streams: number | null
  readonly downloads: number | null
  readonly revenue: readonly Money[] | null
  readonly importedAt: Date
  readonly actor: { readonly type: ActorType }
  readonly status: ReportStatus
  readonly replacedBy: Id<'rpt'> | null
  readonly waitingLines: number
  readonly skippedLines: number
  readonly setAsideLines: number
  readonly reported: { readonly from: string; readonly to: string } | null
  readonly filename: string | null
  readonly messageId: string | null
}

const selectOwn = (cellsWhere: string, reportsWhere: string): string => `
  with cells as (
    select report_id, currency, min(period_start) as first, max(period_end) as last, sum(lines) as lines,
           sum(streams) as streams, sum(downloads) as downloads, sum(revenue) as revenue
    from report_cells where account_id = $1 and ${cellsWhere} group by 1, 2
  ), said as (
    select report_id, min(first) as first, max(last) as last, sum(cells.lines)::bigint as lines,
           sum(streams)::bigint as streams, sum(downloads)::bigint as downloads, ${moneyOf('cells')} as revenue
    from cells group by 1
  )
  select r.id, r.source, r.format, r.created_at as "importedAt", r.status, r.replaced_by as "replacedBy",
         case when r.report_owner = $1 then r.period_start else s.first end::text as from,
         case when r.report_owner = $1 then r.period_end else s.last end::text as to,
         coalesce(s.lines, 0) as lines, s.streams, s.downloads, s.revenue,
         jsonb_build_object('type', case when r.report_owner = $1 then 'account' else 'operator' end) as actor,
         case when r.report_owner = $1 then r.file_name end as filename,
         case when r.report_owner = $1 then r.message_id end as "messageId",
         case when r.report_owner = $1 then r.skipped_lines else 0 end as "skippedLines",
         case when r.report_owner = $1 then r.set_aside_lines else 0 end as "setAsideLines",
         ${reportedText('r')} as reported,
         (select coalesce(sum(u.lines), 0)::bigint from unmatched_report_cells u
          where u.report_owner = $1 and u.report_id = r.id) as "waitingLines"
  from reports r left join said s on s.report_id = r.id
  where ((r.report_owner = '' and s.report_id is not null) or r.report_owner = $1) and ${reportsWhere}`

/** Those that are not undone, the newest first. */
export const listOwnReports = (
  tenant: Tenant,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<OwnReportRow[]> =>
  tenant.readRows(
    `${selectOwn('($2::text is null or report_id < $2)', `r.status = 'applied' and ($2::text is null or r.id < $2)`)}
     order by r.id desc limit $3`,
    [after ?? null, limit],
  )

export const findOwnReport = (tenant: Tenant, id: string): Promise<OwnReportRow | undefined> =>
  tenant.readRow(selectOwn('report_id = $2', 'r.id = $2'), [id])

export async function countOwnReports(tenant: Tenant): Promise<number> {
  const row = await tenant.readRow<{ reports: number }>(
    `select count(*)::int as reports from reports r
     where r.status = 'applied' and (r.report_owner = $1 or (r.report_owner = '' and exists (
       select from report_cells c where c.account_id = $1 and c.report_id = r.id)))`,
  )
  return row?.reports ?? 0
}

export interface WaitingRow {
  readonly isrc: string
  readonly gtin14: string
  readonly title: string
  readonly artist: string
  readonly lines: number
  readonly streams: number | null
  readonly downloads: number | null
  readonly revenue: readonly Money[] | null
}

/** Of a report of the account, by code. */
export const listWaitingRows = (
  tenant: Tenant,
  reportId: string,
  { limit, after }: { readonly limit: number; readonly after: readonly [isrc: string, gtin14: string] | undefined },
): Promise<WaitingRow[]> =>
  tenant.readRows(
    `with cells as (
       select isrc, gtin14, currency, min(title) as title, min(artist) as artist, sum(lines) as lines,
              sum(streams) as streams, sum(downloads) as downloads, sum(revenue) as revenue
       from unmatched_report_cells
       where report_owner = $1 and report_id = $2 and ($3::text is null or (isrc, gtin14) > ($3, $4))
       group by 1, 2, 3
     )
     select isrc, gtin14, min(title) as title, min(artist) as artist, sum(lines)::bigint as lines,
            sum(streams)::bigint as streams, sum(downloads)::bigint as downloads, ${moneyOf('cells')} as revenue
     from cells group by 1, 2 order by 1, 2 limit $5`,
    [reportId, after?.[0] ?? null, after?.[1] ?? null, limit],
  )

export async function countWaitingRows(tenant: Tenant, reportId: string): Promise<number> {
  const row = await tenant.readRow<{ codes: number }>(
    `select count(distinct (isrc, gtin14))::int as codes from unmatched_report_cells
     where report_owner = $1 and report_id = $2`,
    [reportId],
  )
  return row?.codes ?? 0
}

/** One line that was staged, and the account it would belong to. */
export interface MatchedLine extends Omit<ReportLine, 'streams' | 'downloads' | 'revenue' | 'currency'> {
  readonly streams: number | null
  readonly downloads: number | null
  readonly currency: string | null
  readonly revenue: string | null
  readonly releaseId: Id<'rel'> | null
  readonly trackId: Id<'trk'> | null
}

/** In the order in which they were staged. */
export async function listStaged(trx: Transaction): Promise<MatchedLine[]> {
  await matchStaged(trx)
  return trx.readRows(
    `select l.isrc, l.gtin14, title, artist, store, territory, model, period_start::text as from, period_end::text as to,
            streams, downloads, currency, revenue::text as revenue, release_id as "releaseId", track_id as "trackId"
     from report_lines l left join report_owners o on o.isrc = l.isrc and o.gtin14 = l.gtin14 order by l.ctid`,
  )
}

/** Bytes of one cell, or of a line that was set aside; titles need the fewest. */
const cellBytes = 200

export async function countKeptBytes(trx: Transaction, reportId: string): Promise<number> {
  const row = await trx.readRow<{ bytes: number }>(
    `select ((select count(*) from report_cells where report_id = $1)
           + (select count(*) from unmatched_report_cells where report_id = $1)
           + (select count(*) from set_aside_report_lines where report_id = $1)) * $2::bigint as bytes`,
    [reportId, cellBytes],
  )
  return row?.bytes ?? 0
}

export const saveKeptBytes = async (trx: Transaction, id: string, bytes: number): Promise<void> => {
  await trx.execute('update reports set kept_bytes = $2 where id = $1', [id, bytes])
}
