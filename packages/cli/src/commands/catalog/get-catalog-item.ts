import type { CatalogItem } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatTable } from '../../output/format-table.ts'
import { formatCount, formatDuration } from '../../output/format-units.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'
import type { get } from './catalog-commands.ts'

export const getCatalogItem: CommandHandler<typeof get> = async ({ client, out, signal }, { releaseId }) => {
  const item = await (await client()).catalog.get(releaseId, { signal })
  out.result(item, () => itemLines(item, out))
  out.next(`Next: spindle analytics get --release ${item.id}`)
  return undefined
}

function itemLines(item: CatalogItem, { paint }: Output): readonly string[] {
  const { title, displayArtist, type, trackCount, durationMs, status, upc, label, releaseDate } = item
  const about = [displayArtist ?? 'no artist', type, formatCount(trackCount, 'track'), formatDuration(durationMs)].join(
    ', ',
  )
  const facts = [item.id, status, releaseDate ?? 'no release date', label ?? 'no label', upc ?? 'no UPC'].join('  ')
  return [
    paint('bold', sanitizeText(`"${title}", ${about}`)),
    sanitizeText(facts),
    ...formatTable(
      [
        ['', ({ disc, number }) => `  ${disc}-${number}`],
        ['', (track) => track.title],
        ['', (track) => formatDuration(track.durationMs)],
        ['', ({ isrc }) => isrc ?? 'no ISRC'],
        ['', ({ id }) => id],
      ],
      item.tracks ?? [],
      { header: false },
    ),
    ...formatTable(
      [
        ['', ({ outlet }) => `  ${outlet}`],
        ['', (delivery) => delivery.status],
        ['', ({ liveAt }) => (liveAt === null ? '' : `live since ${liveAt}`)],
      ],
      item.deliveries ?? [],
      { header: false },
    ),
  ]
}
