import { catalogParts, releaseStatuses, releaseTypes } from '@spindle/contract/vocabulary'
import { defineCommand } from '../../command-line/define-command.ts'
import { argument, choice, choices, day, instant, pageOptions, text } from '../../command-line/option-types.ts'

export const list = {
  options: {
    query: text('--query <words>', 'Words in title, artist or label'),
    type: choice('--type <type>', 'Only releases of this type', releaseTypes),
    status: choice('--status <status>', 'Only releases in this state', releaseStatuses),
    upc: text('--upc <upc>', 'UPC or EAN, written in any way'),
    isrc: text('--isrc <isrc>', 'ISRC of one of the tracks, written in any way'),
    artist: text('--artist <text>', 'Part of the artist, in any case'),
    label: text('--label <text>', 'Part of the label, in any case'),
    territory: text('--territory <code>', 'Only what is offered there (ISO 3166-1, such as DE)'),
    releasedFrom: day('--released-from <day>', 'First release date'),
    releasedTo: day('--released-to <day>', 'Last release date, included'),
    updatedSince: instant('--updated-since <instant>', 'What changed since, oldest first, with what was deleted'),
    include: choices('--include <parts>', 'Also these parts', catalogParts),
    format: choice('--format <format>', 'A whole document in place of a table or pages', ['json', 'csv', 'ndjson']),
    ...pageOptions,
  },
}
export const get = { arguments: { releaseId: argument.one('Id of the release (rel_...)') } }

export const catalogCommands = [
  defineCommand({
    name: 'catalog list',
    summary: 'List everything delivered or drafted, newest first, or what changed since',
    description:
      'Lists everything the account has delivered or drafted, both families. With --format csv or ndjson the whole catalog is written; --limit or --cursor ask for one page of it.',
    examples: [
      'spindle catalog list --format csv > catalog.csv',
      'spindle catalog list --updated-since 2026-11-01 --all',
    ],
    operations: ['listCatalog'],
    input: list,
    load: async () => (await import('./list-catalog.ts')).listCatalog,
  }),
  defineCommand({
    name: 'catalog get',
    summary: 'Show one release of the catalog with its tracks and where it is',
    operations: ['getCatalogItem'],
    input: get,
    load: async () => (await import('./get-catalog-item.ts')).getCatalogItem,
  }),
]
