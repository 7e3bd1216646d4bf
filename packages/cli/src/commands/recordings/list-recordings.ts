import type { CommandHandler } from '../../command-line/define-command.ts'
import { showList } from '../../command-line/show-list.ts'
import { formatDuration } from '../../output/format-units.ts'
import type { list } from './recording-commands.ts'

export const listRecordings: CommandHandler<typeof list> = async (context, { all, ...query }) => {
  const { recordings } = await context.client()
  await showList(context, recordings.list(query, { signal: context.signal }), {
    all,
    empty: 'There are no such recordings. Audio becomes a recording when a release with it is first delivered.',
    columns: [
      ['isrc', ({ isrc }) => isrc],
      ['title', ({ title }) => title, 'text'],
      ['version', ({ version }) => version, 'extra text'],
      ['artist', ({ displayArtist }) => displayArtist, 'text'],
      ['length', ({ durationMs }) => formatDuration(durationMs)],
      ['tracks', ({ trackCount }) => String(trackCount)],
    ],
  })
  return undefined
}
