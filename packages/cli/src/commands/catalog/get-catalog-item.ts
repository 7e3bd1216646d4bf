import { type CatalogItem, type Delivery, PermissionDeniedError, type Releases } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatTable, joinCells } from '../../output/format-table.ts'
import { formatCount, formatDuration } from '../../output/format-units.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'
import { formatRefusals, listRefusals, type Refusal } from '../../releases/list-refusals.ts'
import type { get } from './catalog-commands.ts'

export const getCatalogItem: CommandHandler<typeof get> = async ({ client, out, signal }, { releaseId }) => {
  const { catalog, releases } = await client()
  const item = await catalog.get(releaseId, { signal })
  const refusals = out.isJson ? [] : await findRefusals(releases, item, signal)
  out.result(item, () => [...formatItem(item, out), ...formatRefusals(refusals, out).map((line) => `  ${line}`)])
  out.next(`Next: spindle analytics get --release ${item.id}`)
  return undefined
}

/** The catalog says where a release is; why an outlet did not take a part of it is only in its deliveries. */
async function findRefusals(releases: Releases, item: CatalogItem, signal: AbortSignal): Promise<readonly Refusal[]> {
  if ((item.deliveries ?? []).length === 0) return []
  try {
    const deliveries: Delivery[] = []
    for await (const delivery of releases.listDeliveries(item.id, { limit: 100 }, { signal })) deliveries.push(delivery)
    return listRefusals({ deliveries })
  } catch (error) {
    // A key with only `catalog:read` may not read deliveries.
    if (error instanceof PermissionDeniedError) return []
    throw error
  }
}

function formatItem(item: CatalogItem, { paint, columns }: Output): readonly string[] {
  const { title, displayArtist, type, trackCount, durationMs, status, upc, label, releaseDate } = item
  const about = [displayArtist ?? 'no artist', type, formatCount(trackCount, 'track'), formatDuration(durationMs)].join(
    ', ',
  )
  const facts = [item.id, status, releaseDate ?? 'no release date', label ?? 'no label', upc ?? 'no UPC']
  return [
    paint('bold', sanitizeText(`"${title}", ${about}`)),
    joinCells(facts, columns),
    ...formatTable(
      [
        ['', ({ disc, number }) => `  ${disc}-${number}`],
        ['', (track) => track.title, 'text'],
        ['', (track) => formatDuration(track.durationMs)],
        ['', ({ isrc }) => isrc ?? 'no ISRC'],
        ['', ({ id }) => id, 'extra'],
      ],
      item.tracks ?? [],
      { header: false, columns },
    ),
    ...formatTable(
      [
        ['', ({ outlet }) => `  ${outlet}`],
        ['', (delivery) => delivery.status],
        ['', ({ liveAt }) => (liveAt === null ? '' : `live since ${liveAt}`)],
      ],
      item.deliveries ?? [],
      { header: false, columns },
    ),
  ]
}
