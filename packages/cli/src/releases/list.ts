import type { Run } from '../command.ts'
import { showList } from '../paging.ts'
import type { list } from './commands.ts'

export const listReleases: Run<typeof list> = async (context, { status, limit, cursor, all }) => {
  const client = await context.client()
  const releases = client.releases.list({ status, limit, cursor }, { signal: context.signal })
  await showList(context, releases, {
    all,
    empty: 'There are no releases. Make one with: spindle deliver <folder>',
    columns: [
      ['id', ({ id }) => id],
      ['status', ({ status }) => status],
      ['type', ({ type }) => type],
      ['title', ({ title }) => title],
      ['artist', ({ displayArtist }) => displayArtist],
      ['date', ({ releaseDate }) => releaseDate],
      ['tracks', ({ trackCount }) => trackCount],
    ],
  })
  return undefined
}
