import type { ReleaseListItem } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { describeMatch } from '../../output/describe-match.ts'
import type { TableColumns } from '../../output/format-table.ts'
import { listing } from '../operation-handlers.ts'
import type { list } from './release-commands.ts'

export const listReleases: CommandHandler<typeof list> = listing(
  ({ releases }, { query, ...filters }, options) => releases.list({ ...filters, query }, options),
  {
    empty: ({ all: _all, limit: _limit, ...filters }) =>
      Object.values(filters).some((value) => value !== undefined)
        ? 'No releases match. Remove an option to see more.'
        : 'There are no releases. Create one with: spindle deliver <folder>',
    columns: ({ query }) => [
      ['id', ({ id }) => id, 'id'],
      ['status', ({ status }) => status],
      ['type', ({ type }) => type, 'extra'],
      ['title', ({ title }) => title, 'text'],
      ['artist', ({ displayArtist }) => displayArtist, 'text'],
      ...(query === undefined ? [] : [matchedColumn]),
      ['date', ({ releaseDate }) => releaseDate],
      ['tracks', ({ trackCount }) => trackCount, 'extra'],
    ],
  },
)

const matchedColumn: TableColumns<ReleaseListItem>[number] = [
  'matched',
  ({ matched }) => describeMatch(matched),
  'text',
]
