import type { Recording } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatTable, joinCells } from '../../output/format-table.ts'
import { formatCount, formatDuration } from '../../output/format-units.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'
import type { get } from './recording-commands.ts'

export const getRecording: CommandHandler<typeof get> = async ({ client, out, signal }, { isrc }) => {
  const { recordings } = await client()
  const recording = await recordings.get(isrc, { signal })
  out.result(recording, () => formatRecording(recording, out))
  out.next(`Next: spindle analytics get --isrc ${recording.isrc}`)
  return undefined
}

function formatRecording(recording: Recording, { paint, columns }: Output): readonly string[] {
  const { title, version, displayArtist, durationMs, isrc, contributors, tracks, trackCount } = recording
  const name = version === null ? title : `${title} (${version})`
  const more = trackCount - tracks.length
  return [
    paint('bold', sanitizeText(`"${name}", ${displayArtist ?? 'no artist'}, ${formatDuration(durationMs)}`)),
    joinCells([isrc, `on ${formatCount(trackCount, 'track')}`], columns),
    ...formatTable(
      [
        ['', ({ role }) => `  ${role}`],
        ['', (contributor) => contributor.name, 'text'],
      ],
      contributors,
      { header: false, columns },
    ),
    ...formatTable(
      [
        ['', ({ releaseId }) => `  ${releaseId}`],
        ['', ({ releaseTitle }) => releaseTitle, 'text'],
        ['', ({ status }) => status],
        ['', ({ releaseDate }) => releaseDate ?? 'no release date'],
        ['', (track) => (track.isrc === isrc ? '' : (track.isrc ?? 'no ISRC yet'))],
      ],
      tracks,
      { header: false, columns },
    ),
    ...(more > 0 ? [`  and ${formatCount(more, 'more track')}`] : []),
  ]
}
