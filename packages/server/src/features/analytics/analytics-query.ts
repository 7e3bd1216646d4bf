import {
  type AnalyticsQuery,
  AppError,
  analyticsDimensions,
  analyticsMetrics,
  type FieldError,
  isCalendarDate,
  limits,
  parseGtin,
  parseIsrc,
} from '@spindle/contract'
import { parseNameList } from '../../http/requests/name-list.ts'
import { addDays, dayMs, dayOf } from '../../platform/values/calendar.ts'
import type { RollupFilters, RollupQuery } from '../plays/index.ts'

const defaultDays = 28
const maxGroups = 2
/** Neither the calendar nor the database has a year 0. */
const firstDay = '0001-01-01'

const laterOf = (a: string, b: string): string => (a > b ? a : b)

/** Completes the query with defaults. Throws `invalid_parameter` with every problem; `now` decides the default range. */
export function parseAnalyticsQuery(query: AnalyticsQuery, now: number): RollupQuery {
  const problems: FieldError[] = []
  const isReport = query.kind === 'report'
  if (isReport) refuseDays(query, problems)
  const range = parseRange(isReport ? wholeMonths(query, now) : query, dayOf(now - dayMs), problems)
  const groupBy = parseNameList('groupBy', query.groupBy, analyticsDimensions, problems)
  const metrics = parseNameList('metrics', query.metrics, analyticsMetrics, problems)
  if (groupBy.length > maxGroups)
    problems.push({
      pointer: 'groupBy',
      code: 'max_items',
      detail: `At most ${maxGroups} dimensions can be combined; ${groupBy.length} were given.`,
      fix: 'Use fewer dimensions, or send one request for each pair.',
    })
  const filters = parseFilters(query, problems)
  if (problems.length > 0) throw new AppError('invalid_parameter', { errors: problems })
  return {
    ...range,
    granularity: query.granularity ?? (isReport ? 'month' : 'day'),
    groupBy,
    metrics: metrics.length === 0 ? analyticsMetrics : metrics,
    filters,
  }
}

/** Reports are about months, and no month is spread over its days. */
function refuseDays({ granularity, compare }: AnalyticsQuery, problems: FieldError[]): void {
  if (granularity === 'day' || granularity === 'week')
    problems.push({
      pointer: 'granularity',
      code: 'enum',
      detail: `Store reports cover months, so there are no numbers by ${granularity}.`,
      fix: 'Use month or total.',
    })
  if (compare !== undefined)
    problems.push({
      pointer: 'compare',
      code: 'enum',
      detail: 'Store reports cannot be compared with the previous range.',
      fix: 'Request the two ranges separately.',
    })
}

const reportMonths = 12

/** The last twelve whole months. */
function wholeMonths(query: AnalyticsQuery, now: number): AnalyticsQuery {
  const to = query.to ?? addDays(`${dayOf(now).slice(0, 7)}-01`, -1)
  if (query.from !== undefined || !isCalendarDate(to)) return { ...query, to }
  const month = new Date(`${to.slice(0, 7)}-01`)
  return { ...query, to, from: laterOf(firstDay, dayOf(month.setUTCMonth(month.getUTCMonth() + 1 - reportMonths))) }
}

function parseRange(
  query: AnalyticsQuery,
  yesterday: string,
  problems: FieldError[],
): Pick<RollupQuery, 'from' | 'to'> {
  for (const name of ['from', 'to'] as const) {
    const date = query[name]
    if (date !== undefined && (!isCalendarDate(date) || date < firstDay))
      problems.push({ pointer: name, code: 'format', detail: `${date} is not a valid date.` })
  }
  if (problems.length > 0) return { from: yesterday, to: yesterday }
  const to = query.to ?? yesterday
  const from = query.from ?? laterOf(firstDay, addDays(to, 1 - defaultDays))
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days < 1)
    problems.push({
      pointer: 'from',
      code: 'range',
      detail: `from (${from}) is after to (${to}${query.to === undefined ? ', yesterday, the default' : ''}).`,
      fix: 'Use a to that is not before from.',
    })
  if (days > limits.maxAnalyticsDays)
    problems.push({
      pointer: query.from === undefined ? 'to' : 'from',
      code: 'range',
      detail: `A range can have at most ${limits.maxAnalyticsDays} days, but ${from} to ${to} has ${days}.`,
      fix: 'Request several shorter ranges.',
    })
  return { from, to }
}

function parseFilters(query: AnalyticsQuery, problems: FieldError[]): RollupFilters {
  const { releaseId, trackId, outlet, property, territory, source, model } = query
  const isrc = query.isrc === undefined ? undefined : parseIsrc(query.isrc)
  const gtin14 = query.upc === undefined ? undefined : parseGtin(query.upc)
  if (query.isrc !== undefined && isrc === undefined)
    problems.push({ pointer: 'isrc', code: 'format', detail: 'This is not an ISRC (ISO 3901).' })
  if (query.upc !== undefined && gtin14 === undefined)
    problems.push({
      pointer: 'upc',
      code: 'format',
      detail: 'This is not a valid UPC, EAN or GTIN-14: check its length and check digit.',
    })
  return { releaseId, trackId, isrc, gtin14, outlet, property, territory, source, model }
}
