import { CommandError, exitCodes } from '@spindle/command-line'
import { parseTrackLength } from '@spindle/contract/codes'
import { parseRows } from '../table/csv.ts'
import type { OtherTrack } from './compare-catalogs.ts'

/**
 * The names that a column can have, the first that is there: as in the template of `spindle import` and in
 * `spindle catalog list --format csv`, and common others. Case, spaces and signs in names are ignored.
 */
const columnNames = {
  upc: ['upc', 'ean', 'barcode', 'upcean'],
  isrc: ['isrc'],
  releaseTitle: ['releasetitle', 'albumtitle', 'album', 'title'],
  trackTitle: ['tracktitle', 'songtitle', 'title'],
  artist: ['displayartist', 'releaseartist', 'albumartist', 'primaryartist', 'artist'],
  duration: ['trackdurationms', 'trackduration', 'duration', 'length'],
} as const
type Column = keyof typeof columnNames

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')

/** The tracks of a table, one for each row. Throws if it has no column for UPC or ISRC. */
export function readOtherCatalog(text: string): OtherTrack[] {
  const [heading, ...rows] = parseRows(text)
  const names = heading?.cells.map(plain) ?? []
  const places = findPlaces(names)
  for (const column of ['upc', 'isrc'] as const)
    if (!places.has(column))
      throw invalid(`The table has no column "${column}"`, `Name one column ${columnNames[column].join(' or ')}.`)
  const isInMs = names[places.get('duration') ?? -1]?.endsWith('ms') ?? false
  return rows
    .filter(({ cells }) => !isDeleted(cells, names))
    .map(({ line, cells }) => {
      const cell = (column: Column): string => cells[places.get(column) ?? -1]?.trim() ?? ''
      const { upc, isrc } = { upc: cell('upc'), isrc: cell('isrc') }
      const [releaseTitle, trackTitle, artist] = [cell('releaseTitle'), cell('trackTitle'), cell('artist')]
      return {
        line,
        upc,
        isrc,
        releaseTitle,
        trackTitle,
        artist,
        durationMs: parseTrackLength(cell('duration'), { isInMs }),
      }
    })
}

/** A table with `album` and `title` has the title of the track in `title`. */
function findPlaces(names: readonly string[]): ReadonlyMap<Column, number> {
  const places = new Map<Column, number>()
  for (const column of Object.keys(columnNames) as Column[]) {
    const known = columnNames[column].map((name) => names.indexOf(name))
    const place = known.find((one) => one >= 0 && ![...places.values()].includes(one))
    if (place !== undefined) places.set(column, place)
  }
  return places
}

/** The export of a hub lists deleted drafts too. */
const isDeleted = (cells: readonly string[], names: readonly string[]): boolean =>
  cells[names.indexOf('deleted')] === 'true'

const invalid = (message: string, fix: string): CommandError =>
  new CommandError(message, { code: 'table_invalid', exitCode: exitCodes.validation, fix })
