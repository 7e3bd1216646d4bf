import type { SqlValue, Transaction } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import type { Period } from './reading/cells/date-cells.ts'
import type { ReportLine } from './reading/report-line.ts'

/** Reports and their data. A report is added, and removed, in one transaction: half of one is never visible. */

/** The importer of a report: the operator, or an account. */
export type ReportOwner = AccountId | ''
export const theOperator = ''

export interface Report {
  readonly id: string
  readonly owner: ReportOwner
  readonly source: string
  readonly format: string
  readonly filename: string
  /** The sender's own id of it. */
  readonly messageId: string | null
  readonly sha256: string
  readonly periodStart: string
  readonly periodEnd: string
  readonly lines: number
  readonly isStatement: boolean
  /** Lines that the mapping leaves out, and lines that could not be read. Neither are among `lines`. */
  readonly skippedLines: number
  readonly setAsideLines: number
  /** The first and the last reporting date; null if unknown. */
  readonly reported: { readonly from: string; readonly to: string } | null
  readonly status: 'applied' | 'replaced' | 'undone'
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly replacedBy: string | null
}

/** The first and the last reporting date, as SQL. */
export const reportedText = (report: string): string =>
  `case when ${report}.reported is not null
     then jsonb_build_object('from', lower(${report}.reported), 'to', upper(${report}.reported) - 1) end`

const reportColumns = `
  id, report_owner as owner, source, format, file_name as filename, message_id as "messageId", encode(sha256, 'hex') as sha256, period_start::text as "periodStart",
  period_end::text as "periodEnd", lines, is_statement as "isStatement", skipped_lines as "skippedLines",
  set_aside_lines as "setAsideLines", ${reportedText('reports')} as reported, status, created_at as "createdAt",
  ended_at as "endedAt", replaced_by as "replacedBy"`

/** One writer at a time, so that two reports of one month see each other. */
export const lockReports = async (trx: Transaction): Promise<void> => {
  await trx.execute(`select pg_advisory_xact_lock(hashtext('spindle.reports'))`)
}

/** The reports of the operator. */
export const listReports = (trx: Transaction, limit: number): Promise<Report[]> =>
  trx.readRows(`select ${reportColumns} from reports where report_owner = '' order by id desc limit $1`, [limit])

export const findReport = (trx: Transaction, owner: ReportOwner, id: string): Promise<Report | undefined> =>
  trx.readRow(`select ${reportColumns} from reports where report_owner = $1 and id = $2`, [owner, id])

export const findReportOfFile = (trx: Transaction, owner: ReportOwner, sha256: Buffer): Promise<Report | undefined> =>
  trx.readRow(`select ${reportColumns} from reports where report_owner = $1 and sha256 = $2 and status = 'applied'`, [
    owner,
    sha256,
  ])

export const findReportOfMessage = (
  trx: Transaction,
  owner: ReportOwner,
  { source, messageId }: { readonly source: string; readonly messageId: string },
): Promise<Report | undefined> =>
  trx.readRow(
    `select ${reportColumns} from reports
     where report_owner = $1 and source = $2 and message_id = $3 and status = 'applied'`,
    [owner, source, messageId],
  )

export interface CoveredTime {
  readonly source: string
  readonly from: string
  readonly to: string
  /** Undefined: unknown. */
  readonly reported: readonly Period[] | undefined
}

export interface OverlappingReport extends Report {
  /** It also has reporting dates that the new report does not have. */
  readonly hasOtherDates: boolean
}

/** As a multirange of PostgreSQL. */
const multirangeOf = (periods: readonly Period[] | undefined): string | null =>
  periods === undefined ? null : `{${periods.map(({ from, to }) => `[${from},${to}]`).join(',')}}`

/**
 * Whether two reports may be one statement: statements of different reporting dates repeat months, because stores report
 * late. SQL.
 */
const mayBeSameStatement = (one: string, other: string): string => `coalesce(${one} && ${other}, true)`

/**
 * Those that are not undone, overlap in time and may be the same statement: for an account also those of the operator with
 * cells about it.
 */
export const findOverlapping = (
  trx: Transaction,
  owner: ReportOwner,
  { source, from, to, reported }: CoveredTime,
): Promise<OverlappingReport[]> =>
  trx.readRows(
    `select ${reportColumns}, coalesce(not reported <@ $5::datemultirange, false) as "hasOtherDates" from reports
     where status = 'applied' and source = $1 and period_start <= $3::date and period_end >= $2::date
       and ${mayBeSameStatement('reported', '$5::datemultirange')}
       and (report_owner = $4 or (report_owner = '' and exists (
         select from report_cells c
         where c.account_id = $4 and c.report_id = reports.id and c.period_start <= $3::date and c.period_end >= $2::date)))
     order by id`,
    [source, from, to, owner, multirangeOf(reported)],
  )

/** The table where lines wait until all were read; it is dropped with the transaction. */
export const createStaging = async (trx: Transaction): Promise<void> => {
  await trx.execute(`
    create temp table report_lines (
      isrc text, gtin14 text, title text, artist text, store text, territory text, model text, period_start date,
      period_end date, streams bigint, downloads bigint, currency text, revenue numeric
    ) on commit drop`)
}

export async function stageLines(trx: Transaction, lines: readonly ReportLine[], source: string): Promise<void> {
  await trx.execute(
    `insert into report_lines
     select isrc, gtin14, title, artist, store, territory, model, first::date, last::date, nullif(streams, '')::bigint,
            nullif(downloads, '')::bigint, nullif(currency, ''), nullif(revenue, '')::numeric
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                 $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
       as line (isrc, gtin14, title, artist, store, territory, model, first, last, streams, downloads, currency, revenue)`,
    columnsOf(lines, source),
  )
}

/** As literals of PostgreSQL: the driver's conversion costs more than the insert. */
const columnsOf = (lines: readonly ReportLine[], source: string): SqlValue[] => [
  textArray(lines.map(({ isrc }) => isrc)),
  textArray(lines.map(({ gtin14 }) => gtin14)),
  textArray(lines.map(({ title }) => title)),
  textArray(lines.map(({ artist }) => artist)),
  textArray(lines.map(({ store }) => store || source)),
  textArray(lines.map(({ territory }) => territory)),
  textArray(lines.map(({ model }) => model)),
  textArray(lines.map(({ from }) => from)),
  textArray(lines.map(({ to }) => to)),
  textArray(lines.map(({ streams }) => streams)),
  textArray(lines.map(({ downloads }) => downloads)),
  textArray(lines.map(({ currency }) => currency)),
  textArray(lines.map(({ revenue }) => revenue)),
]

/** Without the NUL character, which no text in PostgreSQL can contain. */
const textArray = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll('\0', '').replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`

export interface StagedReport {
  readonly lines: number
  /** Null without lines. */
  readonly from: string | null
  readonly to: string | null
  readonly hasRevenue: boolean
}

export async function describeStaged(trx: Transaction): Promise<StagedReport> {
  await trx.execute('analyze report_lines')
  const row = await trx.readRow<StagedReport>(
    `select count(*) as lines, min(period_start)::text as from, max(period_end)::text as to,
            coalesce(bool_or(revenue is not null), false) as "hasRevenue"
     from report_lines`,
  )
  if (!row) throw new Error('an aggregate always has a row')
  return row
}

export type NewReport = Pick<
  Report,
  | 'id'
  | 'owner'
  | 'source'
  | 'format'
  | 'filename'
  | 'messageId'
  | 'periodStart'
  | 'periodEnd'
  | 'lines'
  | 'isStatement'
  | 'skippedLines'
  | 'setAsideLines'
> & { readonly reported: readonly Period[] | undefined; readonly sha256: Buffer; readonly createdAt: Date }

export async function insertReport(trx: Transaction, report: NewReport): Promise<void> {
  await trx.execute(
    `insert into reports (id, account_id, source, format, file_name, message_id, sha256, period_start, period_end, lines,
                          is_statement, created_at, skipped_lines, set_aside_lines, reported)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::datemultirange)`,
    [
      report.id,
      report.owner === theOperator ? null : report.owner,
      report.source,
      report.format,
      report.filename,
      report.messageId,
      report.sha256,
      report.periodStart,
      report.periodEnd,
      report.lines,
      report.isStatement,
      report.createdAt,
      report.skippedLines,
      report.setAsideLines,
      multirangeOf(report.reported),
    ],
  )
}

const said = 'store, territory, model, period_start, period_end, currency'
const sums = `sum(streams)::bigint as streams, sum(downloads)::bigint as downloads, sum(revenue) as revenue`

/**
 * The owners of codes for recordings and products, by submitted releases. A product that contains the recording is
 * preferred; a code that two accounts could claim is assigned to neither. Of several tracks with one recording the
 * oldest is used. In the transaction of an account only that account's releases are considered.
 */
const ownersOf = (codes: string): string => `
  select isrc, gtin14, min(account_id::text) as account_id,
         (array_agg(release_id order by track_id, release_id))[1] as release_id,
         (array_agg(track_id order by track_id, release_id))[1] as track_id
  from (
    select found.*, rank() over (partition by isrc, gtin14 order by has_product desc) as place
    from (
      select c.isrc, c.gtin14, t.account_id, t.release_id, t.id as track_id,
             coalesce(r.gtin14 = c.gtin14, false) as has_product
      from (${codes}) c
      join published_tracks t on t.isrc = c.isrc
      join published_releases r on r.account_id = t.account_id and r.id = t.release_id
      where c.isrc <> ''
      union all
      select c.isrc, c.gtin14, r.account_id, r.id, null, true
      from (${codes}) c join published_releases r on r.gtin14 = c.gtin14
      where c.isrc = '' and c.gtin14 <> ''
    ) found
    where visible_to_tenant(found.account_id) and exists (
      select from published_revisions v where v.account_id = found.account_id and v.release_id = found.release_id
    )
  ) best
  where place = 1
  group by isrc, gtin14
  having count(distinct account_id) = 1`

/**
 * True for an account that has its own report from this source for the time of a line, which may be the same statement:
 * the operator's line then waits while that report counts. `line`, `owner` and `report` (the id) are SQL.
 */
const isHeldBack = (line: string, owner: string, report: string): string => `exists (
  select from reports h join reports said on said.id = ${report}
  where h.account_id = ${owner}.account_id and h.status = 'applied' and h.source = said.source
    and ${mayBeSameStatement('h.reported', 'said.reported')}
    and h.period_start <= ${line}.period_end and h.period_end >= ${line}.period_start)`

/** Adds up the lines: by account, and separately those that belong to none. */
export async function applyStaged(trx: Transaction, { id, owner }: Pick<Report, 'id' | 'owner'>): Promise<void> {
  await matchStaged(trx)
  const isMatched = `o.isrc = l.isrc and o.gtin14 = l.gtin14${
    owner === theOperator ? ` and not ${isHeldBack('l', 'o', '$1')}` : ''
  }`
  await trx.execute(
    `insert into report_cells (account_id, report_id, report_owner, release_id, track_id, ${said}, streams, downloads, revenue, lines)
     select o.account_id, $1, $2::text, o.release_id, o.track_id, ${said}, ${sums}, count(*)
     from report_lines l join report_owners o on ${isMatched}
     group by o.account_id, o.release_id, o.track_id, ${said}`,
    [id, owner],
  )
  await trx.execute(
    `insert into unmatched_report_cells (report_id, report_owner, account_id, isrc, gtin14, title, artist, ${said}, streams, downloads, revenue, lines)
     select $1, $2::text, nullif($2::text, ''), isrc, gtin14, title, artist, ${said}, ${sums}, count(*)
     from report_lines l
     where not exists (select from report_owners o where ${isMatched})
     group by isrc, gtin14, title, artist, ${said}`,
    [id, owner],
  )
}

/** The owners of the lines, in a table that is dropped with the transaction. */
export async function matchStaged(trx: Transaction): Promise<void> {
  await trx.execute(
    `create temp table report_owners on commit drop as ${ownersOf('select distinct isrc, gtin14 from report_lines')}`,
  )
  await trx.execute('analyze report_owners')
}

/** Accounts with waiting lines in their own reports. */
export const listWaitingOwners = async (trx: Transaction): Promise<AccountId[]> =>
  (
    await trx.readRows<{ owner: AccountId }>(
      `select distinct report_owner as owner from unmatched_report_cells where report_owner <> ''`,
    )
  ).map(({ owner }) => owner)

/**
 * Assigns waiting lines in the reports of one owner to accounts that have released the recordings since, and returns
 * how many lines. For an account in its own transaction.
 */
export async function matchWaiting(trx: Transaction, owner: ReportOwner): Promise<number> {
  const held = owner === theOperator ? `and not ${isHeldBack('u', 'o', 'u.report_id')}` : ''
  const row = await trx.row<{ lines: number }>(
    `with owners as materialized (
       ${ownersOf('select distinct isrc, gtin14 from unmatched_report_cells where report_owner = $1')}
     ), moved as (
       delete from unmatched_report_cells u using owners o
       where u.report_owner = $1 and u.isrc = o.isrc and u.gtin14 = o.gtin14 ${held}
       returning u.report_id, u.report_owner, o.account_id, o.release_id, o.track_id, ${said}, streams, downloads, revenue, lines
     ), added as (
       insert into report_cells (account_id, report_id, report_owner, release_id, track_id, ${said}, streams, downloads, revenue, lines)
       select account_id, report_id, report_owner, release_id, track_id, ${said}, ${sums}, sum(lines) from moved
       group by account_id, report_id, report_owner, release_id, track_id, ${said}
     )
     select coalesce(sum(lines), 0)::bigint as lines from moved`,
    [owner],
  )
  return row?.lines ?? 0
}

/** Removes everything a report added. */
export async function endReport(
  trx: Transaction,
  id: string,
  { status, replacedBy = null, at }: { status: 'replaced' | 'undone'; replacedBy?: string | null; at: Date },
): Promise<void> {
  await trx.execute('delete from report_cells where report_id = $1', [id])
  await trx.execute('delete from unmatched_report_cells where report_id = $1', [id])
  await trx.execute('delete from set_aside_report_lines where report_id = $1', [id])
  await trx.execute('update reports set status = $2, replaced_by = $3, ended_at = $4, kept_bytes = 0 where id = $1', [
    id,
    status,
    replacedBy,
    at,
  ])
}

export const listReplacedBy = async (trx: Transaction, id: string): Promise<string[]> =>
  (await trx.readRows<{ id: string }>('select id from reports where replaced_by = $1 order by id', [id])).map(
    (row) => row.id,
  )

/** How a report's lines were assigned. Amounts of different currencies are never added. */
export interface ReportShare {
  /** Null for lines that belong to no account here. */
  readonly accountId: string | null
  readonly lines: number
  readonly streams: number | null
  readonly downloads: number | null
  readonly currency: string | null
  readonly revenue: string | null
}

export const listShares = (trx: Transaction, reportId: string): Promise<ReportShare[]> =>
  trx.readRows(
    `select account_id as "accountId", sum(lines)::bigint as lines, sum(streams)::bigint as streams,
            sum(downloads)::bigint as downloads, currency, sum(revenue)::text as revenue
     from (
       select account_id::text, lines, streams, downloads, currency, revenue from report_cells where report_id = $1
       union all
       select null, lines, streams, downloads, currency, revenue from unmatched_report_cells where report_id = $1
     ) cells
     group by account_id, currency order by account_id nulls last, currency nulls first`,
    [reportId],
  )

export interface WaitingCode {
  readonly isrc: string
  readonly gtin14: string
  readonly title: string
  readonly artist: string
  readonly lines: number
}

/** Lines that belong to no account here, the most frequent first. */
export const listWaiting = (trx: Transaction, reportId: string, limit: number): Promise<WaitingCode[]> =>
  trx.readRows(
    `select isrc, gtin14, min(title) as title, min(artist) as artist, sum(lines)::bigint as lines
     from unmatched_report_cells where report_id = $1
     group by isrc, gtin14 order by lines desc, isrc, gtin14 limit $2`,
    [reportId, limit],
  )
