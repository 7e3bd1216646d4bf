import type { CatalogItem, CatalogListQuery, CatalogTombstone } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { showList } from '../../command-line/show-list.ts'
import { readTextPages } from '../../hub/read-text-pages.ts'
import { describeMatch } from '../../output/describe-match.ts'
import type { TableColumns } from '../../output/format-table.ts'
import type { list } from './catalog-commands.ts'

export const listCatalog: CommandHandler<typeof list> = async (
  context,
  { all, format, include, query: words, ...given },
) => {
  const { out, signal } = context
  const { catalog } = await context.client()
  const query: CatalogListQuery = { ...given, query: words, include: include?.join(',') }
  if (format === 'csv' || format === 'ndjson') {
    const isWhole = all || (given.limit === undefined && given.cursor === undefined)
    const limit = isWhole ? undefined : (given.limit ?? largestPage)
    const ask = (cursor: object) => catalog.text({ ...query, limit, ...cursor, format }, { signal })
    await out.stream(readTextPages({ requestPage: ask, hasHeading: format === 'csv', isWhole, signal }))
    return undefined
  }
  await showList(context, catalog.list(query, { signal }), {
    all,
    empty: describeEmpty(query),
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['status', (row) => (row.deleted ? 'deleted' : row.status)],
      ['type', ifThere(({ type }) => type), 'extra'],
      ['title', ifThere(({ title }) => title), 'text'],
      ['artist', ifThere(({ displayArtist }) => displayArtist), 'extra text'],
      ['upc', ifThere(({ upc }) => upc)],
      ['date', ifThere(({ releaseDate }) => releaseDate)],
      ...(words === undefined ? [] : [matchedColumn]),
      ['live at', ifThere(({ deliverySummary: { live, total } }) => `${live} of ${total}`)],
    ],
  })
  return undefined
}

/** Nothing matches, nothing changed, or nothing is there. */
function describeEmpty({
  updatedSince,
  limit: _limit,
  cursor: _cursor,
  sort: _sort,
  include: _include,
  ...filters
}: CatalogListQuery): string {
  if (Object.values(filters).some((filter) => filter !== undefined))
    return 'No releases match. Remove an option to see more.'
  if (updatedSince !== undefined) return 'Nothing has changed since then.'
  return 'The catalog is empty. Deliver a release with: spindle deliver <folder>'
}

const largestPage = 100

const ifThere =
  (cell: (item: CatalogItem) => string | null) =>
  (row: CatalogItem | CatalogTombstone): string | null =>
    row.deleted ? null : cell(row)

const matchedColumn: TableColumns<CatalogItem | CatalogTombstone>[number] = [
  'matched',
  ifThere(({ matched }) => describeMatch(matched)),
  'text',
]
