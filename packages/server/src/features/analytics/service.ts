import type {
  Analytics,
  AnalyticsComparison,
  AnalyticsMetric,
  AnalyticsName,
  AnalyticsQuery,
  AnalyticsRow,
  AnalyticsSource,
} from '@spindle/contract'
import { csvMediaType, formatCsv, formatCsvLines } from '../../http/csv.ts'
import {
  type PageRequest,
  type PageResponse,
  RawJson,
  type StreamResponse,
  type TextContent,
  type TextPart,
} from '../../http/handler-response.ts'
import { streamParts } from '../../http/text-stream.ts'
import { addDays, dayMs, dayOf } from '../../platform/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant } from '../../platform/database/sql.ts'
import {
  findNames,
  listPlaySources,
  type RollupQuery,
  type RollupRequest,
  type RollupRows,
  readRollups,
  type SourceRow,
} from '../plays/index.ts'
import { parseAnalyticsQuery } from './analytics-query.ts'
import { comparePeriods, previousRange, totalsOf } from './compare-periods.ts'

/** Numbers and where they come from. `family` decides whether what the single-asset API made is counted. */
export interface AnalyticsService {
  query(
    tenant: Tenant,
    family: Family,
    query: AnalyticsQuery,
    page: PageRequest,
  ): Promise<PageResponse<AnalyticsRow> | StreamResponse>
}

export type Family = 'music' | 'everything'

export interface AnalyticsServiceOptions {
  readonly clock: Clock
  /** Plays of older days are final: none can arrive any more. */
  readonly retentionDays: number
}

export function analyticsService({ clock, retentionDays }: AnalyticsServiceOptions): AnalyticsService {
  return {
    async query(tenant, family, query, page) {
      const now = clock.now()
      const parsed = parseAnalyticsQuery(query, now)
      const withLegacy = family === 'everything'
      const sources = await listPlaySources(tenant, withLegacy, parsed.filters)
      const reported = reportedMetrics(sources)
      const metrics = parsed.metrics.filter((metric) => reported.includes(metric))
      // What began to be reported between the two reads belongs to the next answer: rows without a source say nothing.
      const read: ReadRows = async (part) =>
        sources.length === 0 ? noRows : readRollups(tenant, { query: parsed, withLegacy, metrics, ...part })
      if (query.format === 'csv' && query.limit === undefined) return streamCsv(tenant, parsed, read, page.after)
      const rows = await read({ limit: page.limit, after: page.after })
      const final = parsed.to < addDays(dayOf(now), -retentionDays)
      const names = hasNames(parsed) ? await findNames(tenant, rows.namedIds) : undefined
      return {
        page: {
          data: new RawJson(rows.data),
          next: rows.next,
          total: page.wantsTotal ? rows.rows : undefined,
          extraMembers: buildExtraMembers(parsed, {
            nextDayAt: nextDayAt(now),
            rows,
            comparison: query.compare && (await compare(parsed, metrics, rows, read)),
            names,
            metrics,
            sources: sources.map((source) => sourceOf(source, final)),
          }),
        },
        text: query.format === 'csv' ? csvPage(parsed, rows.data, names) : undefined,
      }
    },
  }
}

/** The rows of the query, or of another range; a part of them. */
type ReadRows = (part: Pick<RollupRequest, 'limit' | 'after'> & { readonly query?: RollupQuery }) => Promise<RollupRows>

async function compare(
  query: RollupQuery,
  metrics: readonly AnalyticsMetric[],
  now: RollupRows,
  read: ReadRows,
): Promise<AnalyticsComparison> {
  const before = await read({ query: { ...query, ...previousRange(query) }, limit: maxComparedRows, after: undefined })
  return comparePeriods(query, metrics, { now, before })
}

/** Rows that are read at a time: with names as many as can be named, where each row has two. */
const streamedAtATime = 10_000
const namedAtATime = 500

async function streamCsv(
  tenant: Tenant,
  query: RollupQuery,
  read: ReadRows,
  after: string | undefined,
): Promise<StreamResponse> {
  const readPart = async (position: string | undefined): Promise<TextPart> => {
    const { data, next, namedIds } = await read({
      limit: hasNames(query) ? namedAtATime : streamedAtATime,
      after: position,
    })
    const names = hasNames(query) ? await findNames(tenant, namedIds) : undefined
    return { text: formatRows(query, data, names), next }
  }
  const { heading, ...description } = describeCsv(query)
  return { stream: { ...description, pieces: await streamParts(readPart, { heading, after }) } }
}

const noRows: RollupRows = {
  data: '[]',
  next: null,
  rows: 0,
  streams: 0,
  playedMs: 0,
  isSandbox: false,
  namedIds: [],
}

/** As many days as a range may have. */
const maxComparedRows = 400

const hasNames = ({ groupBy }: RollupQuery): boolean => groupBy.includes('release') || groupBy.includes('track')

/** What somebody says something about. Downloads, listeners and revenue come with imported reports only. */
function reportedMetrics(sources: readonly SourceRow[]): readonly AnalyticsMetric[] {
  if (sources.length === 0) return []
  return sources.some(({ isTimed }) => isTimed) ? ['streams', 'playedMs'] : ['streams']
}

const sourceOf = ({ kind, outlet, asOf }: SourceRow, final: boolean): AnalyticsSource => ({
  outlet,
  property: kind === 'plays' ? outlet : null,
  kind,
  cadence: 'continuous',
  asOf: asOf.toISOString(),
  completeThrough: addDays(dayOf(asOf.getTime()), -1),
  final,
})

/** Days are those of UTC. */
const nextDayAt = (nowMs: number): string => new Date((Math.floor(nowMs / dayMs) + 1) * dayMs).toISOString()

interface ReportedRows {
  readonly nextDayAt: string
  readonly rows: RollupRows
  readonly comparison: AnalyticsComparison | undefined
  readonly names: Record<string, AnalyticsName> | undefined
  readonly metrics: readonly AnalyticsMetric[]
  readonly sources: AnalyticsSource[]
}

function buildExtraMembers(
  parsed: RollupQuery,
  { rows, comparison, names, metrics, sources, nextDayAt: next }: ReportedRows,
): Omit<Analytics, 'data' | 'page'> {
  const { from, to, granularity } = parsed
  const unavailable = parsed.metrics.filter((metric) => !metrics.includes(metric))
  return {
    range: { from, to, granularity, timeZone: 'UTC' },
    totals: totalsOf(rows, metrics),
    ...(comparison && { comparison }),
    meta: { sources, unavailable, sandbox: rows.isSandbox, ...(names && { names }), nextDayAt: next },
  }
}

/** Ids say nothing to people, so what is grouped by a release or track carries its title at the end. */
const nameColumns = (query: RollupQuery): readonly string[] => (hasNames(query) ? ['title', 'artist'] : [])

const describeCsv = (query: RollupQuery) => ({
  mediaType: csvMediaType,
  filename: `analytics-${query.from}-${query.to}.csv`,
  heading: formatCsv(['date', ...query.groupBy, ...query.metrics, ...nameColumns(query)], []),
})

function csvPage(query: RollupQuery, data: string, names: Names): TextContent {
  const { heading, ...description } = describeCsv(query)
  return { ...description, content: heading + formatRows(query, data, names) }
}

type Names = Readonly<Record<string, AnalyticsName>> | undefined

function formatRows({ groupBy, metrics }: RollupQuery, data: string, names: Names): string {
  const rows = JSON.parse(data) as AnalyticsRow[]
  return formatCsvLines(
    rows.map(({ date, group, metrics: values }) => {
      const name = names?.[group.track ?? group.release ?? '']
      return [
        date,
        ...groupBy.map((dimension) => group[dimension]),
        ...metrics.map((metric) => (metric === 'revenue' ? values.revenue?.amount : values[metric])),
        ...(names ? [name?.title, name?.artist] : []),
      ]
    }),
  )
}
