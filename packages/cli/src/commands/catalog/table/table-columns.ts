import type { Release } from '@spindle/client'

/** The columns of the editable catalog: which release or track a row is, and the members that it can change. */

/** They say which release or track a row is. */
export const keyColumns = ['releaseId', 'revision', 'trackId'] as const
/** What a row of a release can change. */
export const releaseMembers = [
  ...(['title', 'subtitle', 'displayArtist', 'label', 'upc', 'catalogNumber', 'releaseDate'] as const),
  ...(['originalReleaseDate', 'genre', 'language', 'explicit'] as const),
] as const
/** What a row of a track can change. */
export const trackMembers = [
  ...(['title', 'subtitle', 'version', 'displayArtist', 'isrc', 'iswc', 'genre', 'language', 'explicit'] as const),
] as const

/** All columns that can be edited. */
export const memberColumns = [...new Set<string>([...releaseMembers, ...trackMembers])]
/** The columns in their order. */
export const tableColumns: readonly string[] = [...keyColumns, ...memberColumns]

/** The text of a member; empty if the release or track has none. */
export const cellOf = (thing: object, member: string): string => {
  const value: unknown = (thing as Readonly<Record<string, unknown>>)[member]
  return typeof value === 'string' ? value : ''
}

const cellsOf = (thing: object, members: readonly string[]): string[] =>
  memberColumns.map((member) => (members.includes(member) ? cellOf(thing, member) : ''))

/** A row for the release and one for each track. */
export const toRows = (release: Release): string[][] => {
  const keys = [release.id, String(release.revision)]
  return [
    [...keys, '', ...cellsOf(release, releaseMembers)],
    ...release.tracks.map((track) => [...keys, track.id, ...cellsOf(track, trackMembers)]),
  ]
}
