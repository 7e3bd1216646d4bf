import { setImmediate } from 'node:timers/promises'
import type { CatalogItem, CatalogTombstone } from '@spindle/contract'
import { type CsvValue, csvMediaType, formatCsv, formatCsvLines } from '../../../http/responses/csv.ts'
import type { TextContent } from '../../../http/responses/handler-response.ts'

/** A page of the catalog in the media types for spreadsheets and pipelines. */

type CatalogRow = CatalogItem | CatalogTombstone

/** How much is formatted at a time, in characters of JSON: it takes milliseconds, then other work runs. */
const charactersAtATime = 65_536

export type CatalogFormat = 'csv' | 'ndjson'

/** The headers and the start of a text of the catalog. */
export const describeCatalog = (format: CatalogFormat): Omit<TextContent, 'content'> & { readonly heading: string } =>
  format === 'ndjson'
    ? { mediaType: 'application/x-ndjson', heading: '' }
    : { mediaType: csvMediaType, filename: 'catalog.csv', heading: formatCsv(columns, []) }

/** Formats items, given as JSON, one after the other. */
export async function formatItems(format: CatalogFormat, items: readonly string[]): Promise<string> {
  if (format === 'ndjson') return items.map((item) => `${item}\n`).join('')
  const lines: string[] = []
  let characters = 0
  for (const item of items) {
    lines.push(formatCsvLines(toCsvLines(JSON.parse(item) as CatalogRow)))
    characters += item.length
    if (characters < charactersAtATime) continue
    characters = 0
    await setImmediate()
  }
  return lines.join('')
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
