import type { CatalogItem } from '@spindle/client'
import type { Run } from '../command.ts'
import { type Output, plainText } from '../output.ts'
import { tableLines } from '../table.ts'
import { counted, formatLength } from '../units.ts'
import type { get } from './commands.ts'

export const getCatalogItem: Run<typeof get> = async ({ client, out, signal }, { releaseId }) => {
  const item = await (await client()).catalog.retrieve(releaseId, { signal })
  out.result(item, () => itemLines(item, out))
  out.next(`Next: spindle analytics get --release ${item.id}`)
  return undefined
}

function itemLines(item: CatalogItem, { paint }: Output): readonly string[] {
  const { title, displayArtist, type, trackCount, durationMs, status, upc, label, releaseDate } = item
  const about = [displayArtist ?? 'no artist', type, counted(trackCount, 'track'), formatLength(durationMs)].join(', ')
  const facts = [item.id, status, releaseDate ?? 'no release date', label ?? 'no label', upc ?? 'no UPC'].join('  ')
  return [
    paint('bold', plainText(`"${title}", ${about}`)),
    plainText(facts),
    ...tableLines(
      [
        ['', ({ disc, number }) => `  ${disc}-${number}`],
        ['', (track) => track.title],
        ['', (track) => formatLength(track.durationMs)],
        ['', ({ isrc }) => isrc ?? 'no ISRC'],
        ['', ({ id }) => id],
      ],
      item.tracks ?? [],
      { header: false },
    ),
    ...tableLines(
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
