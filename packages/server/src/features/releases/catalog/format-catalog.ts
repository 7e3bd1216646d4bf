import type { CatalogItem, CatalogQuery, CatalogTombstone } from '@spindle/contract'
import { type CsvValue, csvMediaType, formatCsv } from '../../../http/csv.ts'
import type { TextContent } from '../../../http/handler-response.ts'

/** A page of the catalog in the media types that spreadsheets and pipelines take. */

type CatalogRow = CatalogItem | CatalogTombstone

export function formatCatalog(format: CatalogQuery['format'], data: string): TextContent | undefined {
  if (format === undefined || format === 'json') return undefined
  const rows = JSON.parse(data) as CatalogRow[]
  return format === 'csv'
    ? { mediaType: csvMediaType, content: formatCsv(columns, rows.flatMap(toCsvLines)), filename: 'catalog.csv' }
    : { mediaType: 'application/x-ndjson', content: rows.map((row) => `${JSON.stringify(row)}\n`).join('') }
}

const columns = [
  'id',
  'deleted',
  'status',
  'type',
  'title',
  'displayArtist',
  'label',
  'upc',
  'releaseDate',
  'trackCount',
  'durationMs',
  'explicit',
  'territories',
  'deliveriesTotal',
  'deliveriesLive',
  'deliveriesFailed',
  'deliveriesPending',
  'legacy',
  'createdAt',
  'updatedAt',
  'trackId',
  'disc',
  'number',
  'trackTitle',
  'isrc',
  'trackDurationMs',
  'deliveriesScheduled',
]

/** One line for a release; with tracks one for each of them. */
function toCsvLines(row: CatalogRow): CsvValue[][] {
  if (row.deleted) {
    const known = { id: row.id, deleted: true, updatedAt: row.updatedAt }
    return [columns.map((column) => known[column as keyof typeof known])]
  }
  const { mode, codes = [] } = row.territories
  const summary = row.deliverySummary
  const release = [
    row.id,
    false,
    row.status,
    row.type,
    row.title,
    row.displayArtist,
    row.label,
    row.upc,
    row.releaseDate,
    row.trackCount,
    row.durationMs,
    row.explicit,
    [mode, ...codes].join(' '),
    summary.total,
    summary.live,
    summary.failed,
    summary.pending,
    row.legacy,
    row.createdAt,
    row.updatedAt,
  ]
  if (row.tracks === undefined || row.tracks.length === 0)
    return [[...release, null, null, null, null, null, null, summary.scheduled]]
  return row.tracks.map(({ id, disc, number, title, isrc, durationMs }) => [
    ...release,
    id,
    disc,
    number,
    title,
    isrc,
    durationMs,
    summary.scheduled,
  ])
}
