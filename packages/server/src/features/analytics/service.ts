import type { Analytics, AnalyticsComparison, AnalyticsName, AnalyticsQuery, AnalyticsRow } from '@spindle/contract'
import {
  type PageRequest,
  type PageResponse,
  RawJson,
  type StreamResponse,
  type TextPart,
} from '../../http/responses/handler-response.ts'
import { streamParts } from '../../http/streams/text-stream.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant } from '../../platform/database/sql.ts'
import type { StandbyReads } from '../../platform/database/standby/standby-reads.ts'
import { addDays, dayMs, dayOf } from '../../platform/values/calendar.ts'
import type { OutletsFeature } from '../outlets/index.ts'
import { findNames, type RollupQuery } from '../plays/index.ts'
import { parseAnalyticsQuery } from './analytics-query.ts'
import { type CsvTable, csvTable, hasNames } from './csv-rows.ts'
import type { Numbers, NumbersPage } from './numbers.ts'
import { playNumbers } from './play-numbers.ts'
import { reportNumbers } from './report-numbers.ts'

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
  readonly reads: StandbyReads
  readonly outlets: Pick<OutletsFeature, 'list'>
}

export function analyticsService({ clock, retentionDays, reads, outlets }: AnalyticsServiceOptions): AnalyticsService {
  return {
    async query(asking, family, query, page) {
      const tenant = reads.of(asking)
      const now = clock.now()
      const parsed = parseAnalyticsQuery(query, now)
      const question = { query: parsed, withLegacy: family === 'everything' }
      const numbers =
        query.kind === 'report'
          ? await reportNumbers(tenant, question)
          : await playNumbers(tenant, { ...question, firstOpenDay: addDays(dayOf(now), -retentionDays) })
      const table = csvTable(parsed, numbers.currencies)
      if (query.format === 'csv' && query.limit === undefined)
        return streamCsv(tenant, { query: parsed, numbers, table }, page.after)
      const rows = await numbers.read({ limit: page.limit, after: page.after })
      const names = hasNames(parsed) ? await findNames(tenant, rows.namedIds) : undefined
      return {
        page: {
          data: new RawJson(rows.data),
          next: rows.next,
          total: page.wantsTotal ? await numbers.count() : undefined,
          extraMembers: buildExtraMembers(parsed, {
            nextDayAt: nextDayAt(now),
            rows,
            comparison: query.compare && (await numbers.compare?.(rows.totals)),
            names,
            outletNames: new Map(outlets.list().map(({ id, name }) => [id, name])),
            numbers,
          }),
        },
        text:
          query.format === 'csv' ? { ...table, content: table.heading + table.format(rows.data, names) } : undefined,
      }
    },
  }
}

/** Rows that are read at a time: with names as many as can be named, where each row has two. */
const streamedAtATime = 10_000
const namedAtATime = 500

interface Streamed {
  readonly query: RollupQuery
  readonly numbers: Numbers
  readonly table: CsvTable
}

async function streamCsv(
  tenant: Tenant,
  { query, numbers, table }: Streamed,
  after: string | undefined,
): Promise<StreamResponse> {
  const readPart = async (position: string | undefined): Promise<TextPart> => {
    const { data, next, namedIds } = await numbers.read({
      limit: hasNames(query) ? namedAtATime : streamedAtATime,
      after: position,
    })
    const names = hasNames(query) ? await findNames(tenant, namedIds) : undefined
    return { text: table.format(data, names), next }
  }
  const { mediaType, filename, heading } = table
  return { stream: { mediaType, filename, pieces: await streamParts(readPart, { heading, after }) } }
}

/** Days are those of UTC. */
const nextDayAt = (nowMs: number): string => new Date((Math.floor(nowMs / dayMs) + 1) * dayMs).toISOString()

interface ReportedRows {
  readonly nextDayAt: string
  readonly rows: NumbersPage
  readonly comparison: AnalyticsComparison | undefined
  readonly names: Record<string, AnalyticsName> | undefined
  readonly outletNames: ReadonlyMap<string, string>
  readonly numbers: Numbers
}

function buildExtraMembers(
  parsed: RollupQuery,
  { rows, comparison, names, outletNames, numbers, nextDayAt: next }: ReportedRows,
): Omit<Analytics, 'data' | 'page'> {
  const { from, to, granularity } = parsed
  const unavailable = parsed.metrics.filter((metric) => !numbers.metrics.includes(metric))
  return {
    range: { from, to, granularity, timeZone: 'UTC' },
    totals: rows.totals,
    ...(comparison && { comparison }),
    meta: {
      sources: numbers.sources.map((source) => ({ ...source, name: outletNames.get(source.outlet) ?? source.outlet })),
      unavailable,
      sandbox: rows.isSandbox,
      ...(names && { names }),
      nextDayAt: next,
    },
  }
}
