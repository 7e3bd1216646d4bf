import type { CommandHandler } from '../../command-line/define-command.ts'
import { showList } from '../../output/show-list.ts'
import type { list } from './release-commands.ts'

export const listReleases: CommandHandler<typeof list> = async (context, { all, query, ...filters }) => {
  const client = await context.client()
  await showList(context, client.releases.list({ ...filters, query }, { signal: context.signal }), {
    all,
    empty: isFiltered({ query, ...filters })
      ? 'No releases match. Remove an option to see more.'
      : 'There are no releases. Create one with: spindle deliver <folder>',
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['status', ({ status }) => status],
      ['type', ({ type }) => type, 'extra'],
      ['title', ({ title }) => title, 'text'],
      ['artist', ({ displayArtist }) => displayArtist, 'text'],
      ['date', ({ releaseDate }) => releaseDate],
      ['tracks', ({ trackCount }) => trackCount, 'extra'],
    ],
  })
  return undefined
}

const isFiltered = ({ limit: _limit, ...filters }: Readonly<Record<string, unknown>>): boolean =>
  Object.values(filters).some((value) => value !== undefined)
