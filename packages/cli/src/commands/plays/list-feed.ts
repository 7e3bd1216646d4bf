import type { FeedTombstone, FeedTrack } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { showList } from '../../command-line/show-list.ts'
import { formatDuration } from '../../output/format-units.ts'
import type { feed } from './play-commands.ts'

export const listFeed: CommandHandler<typeof feed> = async (context, { all, ...query }) => {
  const client = await context.client()
  const cursor = await showList(context, client.integration.feed(query, { signal: context.signal }), {
    all,
    onPage: ({ reset }) => {
      if (reset) context.out.say(resetWords)
    },
    empty:
      query.cursor === undefined
        ? 'There is nothing to play yet. A release appears here when it is live at this property.'
        : 'Nothing has changed since then.',
    columns: [
      ['track', ({ trackId }) => trackId, 'id'],
      ['title', ifThere(({ title }) => title), 'text'],
      ['artist', ifThere(({ displayArtist }) => displayArtist), 'extra text'],
      ['release', ifThere(({ release }) => release.title), 'extra text'],
      ['length', ifThere(({ durationMs }) => formatDuration(durationMs))],
      ['changed', ({ deleted, changedAt }) => (deleted ? `gone ${changedAt}` : changedAt)],
    ],
  })
  // The rows do not contain it, and a property needs it to continue later.
  if (all && cursor !== null) context.out.say(`To see later changes, add --cursor ${cursor}`)
  return undefined
}

/** The cursor refers to data that the database of the hub has lost. */
const resetWords = '! The feed starts from the beginning. Read it to the end, then drop every track that was not in it.'

const ifThere =
  (cell: (track: FeedTrack) => string | null) =>
  (row: FeedTrack | FeedTombstone): string | null =>
    row.deleted ? null : cell(row)
