import type { FeedTombstone, FeedTrack } from '@spindle/client'
import type { Run } from '../command.ts'
import { showList } from '../paging.ts'
import { formatLength } from '../units.ts'
import type { feed } from './commands.ts'

export const listFeed: Run<typeof feed> = async (context, { all, ...query }) => {
  const client = await context.client()
  const cursor = await showList(context, client.integration.feed(query, { signal: context.signal }), {
    all,
    empty:
      query.cursor === undefined
        ? 'This property may play nothing yet. Releases appear here when they are live at it.'
        : 'Nothing has changed since then.',
    columns: [
      ['track', ({ trackId }) => trackId],
      ['title', ifThere(({ title }) => title)],
      ['artist', ifThere(({ displayArtist }) => displayArtist)],
      ['release', ifThere(({ release }) => release.title)],
      ['length', ifThere(({ durationMs }) => formatLength(durationMs))],
      ['changed', ({ deleted, changedAt }) => (deleted ? `gone ${changedAt}` : changedAt)],
    ],
  })
  // Rows alone do not hold it, and a property needs it to go on later.
  if (all && cursor !== null) context.out.say(`What changes later: --cursor ${cursor}`)
  return undefined
}

const ifThere =
  (cell: (track: FeedTrack) => string | null) =>
  (row: FeedTrack | FeedTombstone): string | null =>
    row.deleted ? null : cell(row)
