import type { ReportField as Field } from '@spindle/contract/vocabulary'
import type { DecimalSign } from '../cells/cell-values.ts'
import { plain } from '../cells/code-cells.ts'
import { suggestPreset } from '../fitting-presets.ts'
import type { Mapping } from '../mapping.ts'
import { type ReportRefused, refuse } from '../report-problem.ts'
import { type CellMap, cellMap, useWords } from './map-cells.ts'
import { type FieldReaders, fieldReaders } from './read-field.ts'
import type { TextRecord } from './split-records.ts'
import { findMissing, placesOf } from './table-columns.ts'

/** The line with the names of the columns. Stores and spreadsheets often have other lines before it. */

export interface Table {
  readonly mapping: Mapping
  readonly decimal: DecimalSign
  readonly names: readonly string[]
  readonly places: ReadonlyMap<Field, number>
  readonly cells: CellMap
  readonly readers: FieldReaders
  /** The kind of a line's quantity. */
  readonly useOf: (use: string) => 'downloads' | 'streams' | 'neither'
  /** Whether the mapping leaves a line out. */
  readonly isSkipped: (cells: readonly string[]) => boolean
}

/** Throws `ReportRefused` if a needed column is missing, or a column that is read appears twice. */
export function tableOf({ cells, line }: TextRecord, mapping: Mapping, decimal: DecimalSign): Table {
  const names = cells.map(plain)
  const places = placesOf(cells, mapping)
  const missing = findMissing(places, mapping)
  if (missing !== undefined) throw refuseHead({ cells, line }, missing, mapping)
  for (const place of places.values()) requireOnce({ cells, line }, names, place)
  const readers = fieldReaders(mapping, decimal)
  return {
    ...{ mapping, decimal, names, places, readers },
    cells: cellMap(mapping, readers),
    useOf: usesOf(mapping),
    isSkipped: skipsOf({ cells, line }, mapping),
  }
}

function refuseHead(record: TextRecord, missing: readonly Field[], { columns }: Mapping): ReportRefused {
  const name = missing.map((field) => columns[field]).find((one) => one !== undefined) ?? missing[0]
  return refuseColumn(record, name)
}

function refuseColumn({ cells, line }: TextRecord, name: string | undefined): ReportRefused {
  const has = cells.map((cell) => `"${cell.trim()}"`).join(', ')
  return refuse({
    line,
    column: name,
    problem: `The table does not have this column. It has ${has.slice(0, 500)}.`,
    fix: suggestPreset([cells], 'choose the preset for this store, or write a mapping with its column names.'),
  })
}

/** Which of two columns with one name is meant can only be guessed, and a wrong guess is wrong numbers. */
function requireOnce({ cells, line }: TextRecord, names: readonly string[], place: number): void {
  if (!names.includes(names[place] ?? '', place + 1)) return
  throw refuse({
    line,
    column: cells[place]?.trim(),
    problem: 'The table has this column twice.',
    fix: 'delete the column that does not count, or give it another name.',
  })
}

function usesOf({ downloads, streams }: Mapping): Table['useOf'] {
  const [isDownload, isStream] = [downloads, streams].map((words) => new Set(words?.map(plain)))
  return (use) => {
    const word = plain(use)
    const own = useWords.find((one) => one === word)
    if (own !== undefined) return own
    if (isDownload?.has(word)) return 'downloads'
    return streams === undefined || isStream?.has(word) ? 'streams' : 'neither'
  }
}

/** A column of `skip` that is missing would let its lines count: the table is refused. */
function skipsOf(head: TextRecord, { skip = {} }: Mapping): Table['isSkipped'] {
  const names = head.cells.map(plain)
  const skips = Object.entries(skip).map(([name, texts]) => {
    const place = names.indexOf(plain(name))
    if (place < 0) throw refuseColumn(head, name)
    return { place, texts: new Set(texts.map(plain)) }
  })
  return (cells) => skips.some(({ place, texts }) => texts.has(plain(cells[place] ?? '')))
}
