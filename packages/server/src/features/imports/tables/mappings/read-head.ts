import { type TableField, type TableMapping, type TablePreset, tableFields } from '@spindle/contract'
import { type DateOrder, findWords, plain, spelled, type TabLayout } from '../../../reports/index.ts'
import { layouts } from './layouts.ts'
import { suggestColumns, synonyms } from './suggest-columns.ts'

/** What the columns of a table mean: by the mapping of the account, otherwise by the layout whose columns they are. */

export interface TableColumns {
  /** Null with a mapping of the account. */
  readonly preset: TablePreset | null
  readonly places: ReadonlyMap<TableField, number>
  /** As written; those that mean nothing here. */
  readonly ignored: readonly string[]
  /** Columns that the mapping names and the table lacks. */
  readonly lacking: readonly string[]
  /** Fields whose columns are only guessed: they are not read. */
  readonly guessed: ReadonlyMap<TableField, number>
  readonly dates: DateOrder
  /** Between names in one cell. */
  readonly nameSeparator: string
  /** The name of a field's column in this table. */
  nameOf(field: TableField): string | null
  /** What the text of a cell means: a word of the mapping, its constant for a blank cell, or the text. */
  meaningOf(field: TableField, text: string): string
}

/** How an import says what its columns mean: one of both, or neither. */
export interface WantedColumns {
  readonly preset: TablePreset | null
  readonly mapping: TableMapping | null
}

/** All names by which the head of a table is found, as the reader of records wants them. */
export const namesOfHead = ({ mapping }: WantedColumns): readonly string[] => [
  ...new Set(
    (mapping === null
      ? [
          ...Object.values(layouts).flatMap((layout) => Object.values(layout.mapping.columns)),
          ...Object.values(synonyms).flat(),
        ]
      : Object.values(mapping.columns)
    ).map(spelled),
  ),
]

/** The layouts of workbooks whose tabs may be one table; a mapping of the account is for one tab. */
export const tabsOf = ({ preset, mapping }: WantedColumns): readonly TabLayout[] =>
  mapping === null
    ? Object.entries(layouts).flatMap(([name, { tabs }]) => (tabs && (preset ?? name) === name ? [tabs] : []))
    : []

/** The column with exactly this name, otherwise the one with these letters. */
function placeOf(name: string, head: readonly string[]): number {
  const exact = head.findIndex((one) => plain(one) === plain(name))
  return exact >= 0 ? exact : head.findIndex((one) => spelled(one) === spelled(name) && spelled(name) !== '')
}

function placesIn({ columns }: TableMapping, head: readonly string[]): Map<TableField, number> {
  const all = tableFields.map((field) => [field, columns[field]] as const)
  const named = all.flatMap(([field, name]) => (name === undefined ? [] : [[field, placeOf(name, head)] as const]))
  return new Map(named.filter(([, place]) => place >= 0))
}

interface Read {
  readonly preset: TablePreset | null
  readonly mapping: TableMapping
  readonly places: ReadonlyMap<TableField, number>
}

/** The wanted layout; otherwise the one of which the head has most columns. */
function findLayout(head: readonly string[], wanted: TablePreset | null): Read {
  const names = wanted === null ? (Object.keys(layouts) as TablePreset[]) : [wanted]
  const read = names.map((preset) => {
    const { mapping, marks } = layouts[preset]
    const places = placesIn(mapping, head)
    return { preset, mapping, places, isMarked: wanted !== null || marks.every((field) => places.has(field)) }
  })
  const scoreOf = ({ isMarked, places }: (typeof read)[number]) => (isMarked ? places.size : -1)
  return read.reduce((best, one) => (scoreOf(one) > scoreOf(best) ? one : best))
}

export function readHead(head: readonly string[], { preset: wanted, mapping: given }: WantedColumns): TableColumns {
  const read: Read =
    given === null ? findLayout(head, wanted) : { preset: null, mapping: given, places: placesIn(given, head) }
  const { preset, mapping, places } = read
  const used = new Set(places.values())
  const free = new Map(head.flatMap((name, place) => (name === '' || used.has(place) ? [] : [[place, name] as const])))
  const words = new Map(tableFields.map((field) => [field, findWords(mapping.values?.[field]).words]))
  return {
    preset,
    places,
    ignored: [...free.values()],
    lacking: given === null ? [] : [...new Set(Object.values(given.columns))].filter((name) => placeOf(name, head) < 0),
    guessed: given === null && wanted === null ? suggestColumns(free, places) : new Map(),
    dates: mapping.dates ?? 'ymd',
    nameSeparator: mapping.nameSeparator ?? ';',
    nameOf: (field) => head[places.get(field) ?? -1] ?? null,
    meaningOf(field, text) {
      const meant = (text === '' ? undefined : words.get(field)?.get(plain(text))) ?? text
      return meant === '' ? (mapping.constants?.[field] ?? '') : meant
    },
  }
}

/** Two columns that mean the same: which of both counts can only be guessed. */
export function findRepeated(head: readonly string[], { places }: TableColumns): readonly string[] | undefined {
  const isSame = (one: string, other: string): boolean =>
    plain(one) === plain(other) || (spelled(one) !== '' && spelled(one) === spelled(other))
  for (const place of places.values()) {
    const name = head[place] ?? ''
    const same = head.filter((one) => isSame(one, name))
    if (same.length > 1) return same
  }
  return undefined
}
