import type { PlayableRelease } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatTable, joinCells } from '../../output/format-table.ts'
import { formatCount, formatDuration } from '../../output/format-units.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'
import type { release as input } from './play-commands.ts'

/** Prints a release as a property may show it. */
export const getPlayableRelease: CommandHandler<typeof input> = async (
  { client, out, signal },
  { releaseId, address },
) => {
  const { integration } = await client()
  const release = await integration.release(releaseId, { address, signal })
  out.result(release, () => format(release, out))
  return undefined
}

function format(release: PlayableRelease, { paint, columns }: Output): readonly string[] {
  const { title, displayArtist, type, trackCount, label, upc, releaseDate, pLine, cLine } = release
  const about = [displayArtist ?? 'no artist', type, formatCount(trackCount, 'track')].join(', ')
  const lines = [pLine && `℗ ${pLine.year} ${pLine.text}`, cLine && `© ${cLine.year} ${cLine.text}`]
  return [
    paint('bold', sanitizeText(`"${title}", ${about}`)),
    joinCells([release.id, releaseDate ?? 'no release date', label ?? 'no label', upc ?? 'no UPC'], columns),
    ...lines.filter((line) => line !== null).map((line) => sanitizeText(line)),
    ...formatTable(
      [
        ['', ({ disc, number }) => `  ${disc}-${number}`],
        ['', (track) => track.title, 'text'],
        ['', ({ durationMs }) => formatDuration(durationMs)],
        ['', ({ isrc }) => isrc ?? 'no ISRC'],
        ['', ({ trackId }) => trackId, 'extra'],
      ],
      release.tracks,
      { header: false, columns },
    ),
  ]
}
