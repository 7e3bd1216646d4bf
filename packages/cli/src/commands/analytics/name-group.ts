import type { Analytics } from '@spindle/client'
import type { AnalyticsDimension } from '@spindle/contract'

/** What a group is called, with what tells it from others of the same title; its id if the hub has no name for it. */
export function nameGroup(
  { meta }: Pick<Analytics, 'meta'>,
  dimension: AnalyticsDimension,
  id: string | null | undefined,
): string {
  if (id === null || id === undefined) return 'not set'
  if (dimension === 'outlet') return meta.sources.find(({ outlet }) => outlet === id)?.name || id
  const name = dimension === 'release' || dimension === 'track' ? meta.names?.[id] : undefined
  if (!name) return id
  return [name.title, dimension === 'track' ? (name.isrc ?? name.artist) : name.artist].filter(Boolean).join(' · ')
}

/** Title and artist of a row, with the ISRC of a track: blank where the hub has no name. */
export function nameCells(
  { meta }: Pick<Analytics, 'meta'>,
  { release, track }: Analytics['data'][number]['group'],
  dimensions: readonly AnalyticsDimension[],
): readonly string[] {
  const hasTracks = dimensions.includes('track')
  if (!hasTracks && !dimensions.includes('release')) return []
  const name = meta.names?.[track ?? release ?? '']
  return [name?.title, name?.artist, ...(hasTracks ? [name?.isrc] : [])].map((cell) => cell ?? '')
}
