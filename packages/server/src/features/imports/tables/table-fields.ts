import type { TablePreset } from '@spindle/contract'
import { undressCell } from '../../reports/index.ts'

/** What the columns of a table mean: fields, and the names that each layout has for them. */

export const tableFields = [
  'release',
  'releaseId',
  'externalId',
  'upc',
  'catalogNumber',
  'releaseTitle',
  'releaseVersion',
  'releaseType',
  'releaseArtist',
  'displayArtist',
  'label',
  'genre',
  'subgenre',
  'releaseLanguage',
  'releaseExplicit',
  'releaseDate',
  'originalReleaseDate',
  'pLine',
  'cLine',
  'territories',
  'coverFile',
  'deleted',
  'trackId',
  'disc',
  'track',
  'trackTitle',
  'trackVersion',
  'trackArtist',
  'featured',
  'remixer',
  'composer',
  'lyricist',
  'producer',
  'isrc',
  'iswc',
  'trackLanguage',
  'trackExplicit',
  'composition',
  'containsSamples',
  'instrumental',
  'audioFile',
  'sha256',
] as const
export type TableField = (typeof tableFields)[number]

type Layout = Readonly<Partial<Record<TableField, string>>>

const spindle: Layout = Object.fromEntries(
  tableFields.filter((field) => field !== 'deleted').map((field) => [field, field]),
)

/** The export of the hub: `spindle catalog list --format csv`. */
const catalog: Layout = {
  releaseId: 'id',
  deleted: 'deleted',
  releaseType: 'type',
  releaseTitle: 'title',
  displayArtist: 'displayArtist',
  label: 'label',
  upc: 'upc',
  releaseDate: 'releaseDate',
  releaseExplicit: 'explicit',
  territories: 'territories',
  trackId: 'trackId',
  disc: 'disc',
  track: 'number',
  trackTitle: 'trackTitle',
  isrc: 'isrc',
}

const layouts: Readonly<Record<TablePreset, Layout>> = { spindle, catalog }

const plain = (name: string): string => undressCell(name).toLowerCase()

/** All names of columns that a layout has, as the reader wants them. */
export const knownColumns: readonly string[] = [
  ...new Set(Object.values(layouts).flatMap((layout) => Object.values(layout).map(plain))),
]

export interface TableColumns {
  readonly preset: TablePreset
  readonly places: ReadonlyMap<TableField, number>
  /** As written; those that mean nothing here. */
  readonly ignored: readonly string[]
  /** The name of a field's column in this table. */
  nameOf(field: TableField): string | null
}

/** The wanted layout; otherwise the one of which the head has most columns. */
export function readHead(head: readonly string[], wanted: TablePreset | undefined): TableColumns {
  const names = head.map(plain)
  const placesIn = (layout: Layout): Map<TableField, number> => {
    const all = tableFields.map((field) => [field, names.indexOf(plain(layout[field] ?? ' '))] as const)
    return new Map(all.filter(([, place]) => place >= 0))
  }
  const presets = wanted === undefined ? (Object.keys(layouts) as TablePreset[]) : [wanted]
  const read = presets.map((preset) => ({ preset, places: placesIn(layouts[preset]) }))
  const { preset, places } = read.reduce((best, one) => (one.places.size > best.places.size ? one : best))
  const used = new Set(places.values())
  return {
    preset,
    places,
    ignored: head.filter((name, place) => name !== '' && !used.has(place)),
    nameOf: (field) => head[places.get(field) ?? -1] ?? null,
  }
}

/** The first name that the head has twice: which of both counts can only be guessed. */
export const findRepeated = (head: readonly string[], { places }: TableColumns): string | undefined => {
  const names = head.map(plain)
  const twice = [...places.values()].find((place) => names.includes(names[place] ?? '', place + 1))
  return twice === undefined ? undefined : head[twice]
}
