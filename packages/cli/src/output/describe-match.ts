import type { SearchMatch } from '@spindle/client'

/** What a search found, for a column: "track 3: Transience". */
export function describeMatch(matched: SearchMatch | null | undefined): string | null {
  if (matched === undefined || matched === null) return null
  const { text, trackId, disc = 1, number } = matched
  const place = matched.in.replace(/^track_/, '').replaceAll('_', ' ')
  if (trackId === undefined) return `${place}: ${text}`
  const track = disc === 1 ? `track ${number}` : `disc ${disc}, track ${number}`
  return place === 'title' ? `${track}: ${text}` : `${track}, ${place}: ${text}`
}
