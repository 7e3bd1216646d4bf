import { choice, choices, day, flag, formerly, instant, pageOptions, text } from '@spindle/command-line'
import { catalogParts, releaseSorts, releaseStatuses, releaseTypes } from '@spindle/contract/vocabulary'
import { argument, defineCommand } from '../../command-line/define-command.ts'
import { stateOptions } from '../state-options.ts'

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
    ...stateOptions,
    releasedFrom: day('--released-from <day>', 'First release date'),
    releasedTo: day('--released-to <day>', 'Last release date, included'),
    updatedSince: instant('--updated-since <instant>', 'Changes since then, oldest first, including deletions'),
    sort: choice('--sort <order>', 'Order: titles from A to Z, dates with the latest first', releaseSorts),
    include: choices('--include <parts>', 'Parts to include', catalogParts),
    format: choice('--format <format>', 'Print a whole document instead of a table', ['json', 'csv', 'ndjson']),
    ...pageOptions,
  },
}
export const exportTable = {
  options: {
    editable: flag('--editable', 'The columns that `catalog apply` reads (required)'),
    query: text('--query <words>', 'Only releases with these words'),
    type: list.options.type,
    status: list.options.status,
    artist: list.options.artist,
    label: list.options.label,
    ...stateOptions,
    releasedFrom: list.options.releasedFrom,
    releasedTo: list.options.releasedTo,
  },
}
export const applyTable = {
  arguments: { file: argument.one('The edited table (CSV); - is stdin') },
  options: {
    dryRun: flag('--dry-run', 'Show each difference and what would be refused; change nothing'),
    yes: flag('-y, --yes', 'Do not ask'),
  },
}
export const compareTable = {
  arguments: { file: argument.one('The table of the other distributor (CSV); - is stdin') },
  options: {
    letter: text('--letter <file>', 'Write a letter that asks for the takedown of what matches and is live everywhere'),
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
    name: 'catalog export',
    summary: 'Write releases and tracks as a table to edit in a spreadsheet',
    description:
      'One row for each release, with an empty trackId, and one for each track. Save it as CSV and give it to `catalog apply`. Columns and rows that you do not change may be removed.',
    examples: [
      'spindle catalog export --editable > t.csv',
      'spindle catalog export --editable --label "Blue Lamp" > t.csv',
    ],
    operations: ['listCatalog', 'getRelease'],
    input: exportTable,
    load: async () => (await import('./table/export-table.ts')).exportTable,
  }),
  defineCommand({
    name: 'catalog apply',
    summary: 'Apply an edited table to the catalog',
    description:
      'Shows each difference, then patches the releases by bulk jobs. An empty cell removes the value. Rows with an old revision are refused before anything is changed. Applying a table twice changes nothing.',
    examples: ['spindle catalog apply t.csv --dry-run', 'spindle catalog apply t.csv'],
    operations: ['getRelease', 'createBulk', 'getBulk', 'listBulkReleases'],
    input: applyTable,
    load: async () => (await import('./table/apply-table.ts')).applyTable,
  }),
  defineCommand({
    name: 'catalog compare',
    summary: 'Compare the catalog with a table of another distributor',
    description:
      'Finds what would make stores count plays from the start after a move: releases and tracks that are missing, or have another UPC, ISRC, title, artist or length (5 s). The table needs the columns upc and isrc, one row for each track. Changes nothing.',
    examples: ['spindle catalog compare old.csv', 'spindle catalog compare old.csv --letter takedown.txt'],
    operations: ['listCatalog'],
    input: compareTable,
    load: async () => (await import('./move/compare-catalog.ts')).compareCatalog,
  }),
  defineCommand({
    name: 'catalog get',
    summary: 'Show one release of the catalog with its tracks and deliveries',
    operations: ['getCatalogItem'],
    input: get,
    load: async () => (await import('./get-catalog-item.ts')).getCatalogItem,
  }),
]
