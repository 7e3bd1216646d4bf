import { choice, choices, day, formerly, instant, pageOptions, text } from '@spindle/command-line'
import { catalogParts, releaseSorts, releaseStatuses, releaseTypes } from '@spindle/contract/vocabulary'
import { argument, defineCommand } from '../../command-line/define-command.ts'

export const list = {
  options: {
    query: formerly('--q', text('--query <words>', 'Words in title, artist or label')),
    type: choice('--type <type>', 'Only releases of this type', releaseTypes),
    status: choice('--status <status>', 'Only releases in this state', releaseStatuses),
    upc: text('--upc <upc>', 'UPC or EAN, with or without separators'),
    isrc: text('--isrc <isrc>', 'ISRC of one of the tracks, with or without hyphens'),
    artist: text('--artist <text>', 'Part of the artist name'),
    label: text('--label <text>', 'Part of the label name'),
    territory: text('--territory <code>', 'Only releases offered there (ISO 3166-1, such as DE)'),
    releasedFrom: day('--released-from <day>', 'First release date'),
    releasedTo: day('--released-to <day>', 'Last release date, included'),
    updatedSince: instant('--updated-since <instant>', 'Changes since then, oldest first, including deletions'),
    sort: choice('--sort <order>', 'Order: titles from A to Z, dates with the latest first', releaseSorts),
    include: choices('--include <parts>', 'Parts to include', catalogParts),
    format: choice('--format <format>', 'Print a whole document instead of a table', ['json', 'csv', 'ndjson']),
    ...pageOptions,
  },
}
export const get = { arguments: { releaseId: argument.id('catalog', 'Id of the release (rel_...)') } }

export const summary = {}

export const catalogCommands = [
  defineCommand({
    name: 'catalog list',
    summary: 'List all releases and drafts of the account, newest first, or what changed since',
    description:
      'Lists all releases and drafts of the account, from both API families. --format csv or ndjson writes the whole catalog, or one page with --limit or --cursor.',
    examples: [
      'spindle catalog list --format csv > catalog.csv',
      'spindle catalog list --updated-since 2026-11-01 --all',
    ],
    operations: ['listCatalog'],
    input: list,
    load: async () => (await import('./list-catalog.ts')).listCatalog,
  }),
  defineCommand({
    name: 'catalog summary',
    summary: 'Show what needs attention, how many releases there are, and streams of 28 days',
    operations: ['getSummary'],
    input: summary,
    load: async () => (await import('./show-summary.ts')).showSummary,
  }),
  defineCommand({
    name: 'catalog get',
    summary: 'Show one release of the catalog with its tracks and deliveries',
    operations: ['getCatalogItem'],
    input: get,
    load: async () => (await import('./get-catalog-item.ts')).getCatalogItem,
  }),
]
