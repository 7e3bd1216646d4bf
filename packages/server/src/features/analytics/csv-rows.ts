import type { AnalyticsMetric, AnalyticsName, AnalyticsRow, MetricValues } from '@spindle/contract'
import { type CsvValue, csvMediaType, formatCsv, formatCsvLines } from '../../http/responses/csv.ts'
import type { RollupQuery } from '../plays/index.ts'

/** Rows for a spreadsheet: money has a column for each currency. */
export interface CsvTable {
  readonly mediaType: string
  readonly filename: string
  readonly heading: string
  /** Of JSON rows. */
  format(data: string, names: Names): string
}

export type Names = Readonly<Record<string, AnalyticsName>> | undefined

/** People do not know ids: rows of releases and tracks end with the title, and rows of tracks also with the ISRC. */
export const hasNames = ({ groupBy }: RollupQuery): boolean => groupBy.includes('release') || groupBy.includes('track')

export function csvTable(query: RollupQuery, currencies: readonly string[]): CsvTable {
  const { groupBy, metrics, from, to } = query
  const columns = metrics.flatMap((metric) => columnsOf(metric, currencies))
  const hasTracks = groupBy.includes('track')
  const names = hasNames(query) ? ['title', 'artist', ...(hasTracks ? ['isrc'] : [])] : []
  return {
    mediaType: csvMediaType,
    filename: `analytics-${from}-${to}.csv`,
    heading: formatCsv(['date', ...groupBy, ...columns.map(({ name }) => name), ...names], []),
    format: (data, known) =>
      formatCsvLines(
        (JSON.parse(data) as AnalyticsRow[]).map(({ date, group, metrics: values }) => {
          const name = known?.[group.track ?? group.release ?? '']
          return [
            date,
            ...groupBy.map((dimension) => group[dimension]),
            ...columns.map(({ read }) => read(values)),
            ...(known ? [name?.title, name?.artist, ...(hasTracks ? [name?.isrc] : [])] : []),
          ]
        }),
      ),
  }
}

interface Column {
  readonly name: string
  readonly read: (values: MetricValues) => CsvValue
}

function columnsOf(metric: AnalyticsMetric, currencies: readonly string[]): readonly Column[] {
  if (metric !== 'revenue') return [{ name: metric, read: (values) => values[metric] }]
  if (currencies.length === 0) return [{ name: metric, read: () => undefined }]
  return currencies.map((currency) => ({
    name: `revenue ${currency}`,
    read: ({ revenue }) => {
      const money = revenue?.find((one) => one.currency === currency)
      return money && { decimal: money.amount }
    },
  }))
}
