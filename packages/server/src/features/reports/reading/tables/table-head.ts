import type { ReportField as Field } from '@spindle/contract/vocabulary'
import type { DecimalSign } from '../cells/cell-values.ts'
import { undressCell } from '../cells/code-cells.ts'
import type { Mapping } from '../mapping.ts'
import { type ReportRefused, refuse } from '../report-problem.ts'
import type { TextRecord } from './split-records.ts'

/** The line with the names of the columns. Stores and spreadsheets often have other lines before it. */

export interface Table {
  readonly mapping: Mapping
  readonly decimal: DecimalSign
  readonly names: readonly string[]
  readonly places: ReadonlyMap<Field, number>
  /** The kind of a line's quantity. */
  readonly useOf: (use: string) => 'downloads' | 'streams' | 'neither' | 'passOver'
}

export const plain = (text: string): string => undressCell(text).toLowerCase()

const placesOf = (names: readonly string[], { columns }: Mapping): ReadonlyMap<Field, number> => {
  const wanted = Object.entries(columns) as [Field, string][]
  const places = wanted.map(([field, name]) => [field, names.indexOf(plain(name))] as const)
  return new Map(places.filter(([, place]) => place >= 0))
}

/** The fields of which one is needed; undefined if the columns are sufficient. */
function findMissing(present: ReadonlyMap<Field, number>, { constants }: Mapping): readonly Field[] | undefined {
  const has = (...some: Field[]): boolean =>
    some.some((field) => present.has(field) || constants?.[field] !== undefined)
  return [
    has('isrc', 'upc') ? [] : (['isrc', 'upc'] as const),
    has('period') || (has('from') && has('to')) ? [] : (['period', 'from'] as const),
    has('streams', 'downloads', 'quantity', 'revenue') ? [] : (['quantity', 'streams', 'revenue'] as const),
    !has('revenue') || has('currency') ? [] : (['currency'] as const),
  ].find((those) => those.length > 0)
}

export const isHead = (cells: readonly string[], mapping: Mapping): boolean =>
  findMissing(placesOf(cells.map(plain), mapping), mapping) === undefined

/** Throws `ReportRefused` if a needed column is not there. */
export function tableOf({ cells, line }: TextRecord, mapping: Mapping, decimal: DecimalSign): Table {
  const names = cells.map(plain)
  const places = placesOf(names, mapping)
  const missing = findMissing(places, mapping)
  if (missing !== undefined) throw refuseHead({ cells, line }, missing, mapping)
  return { mapping, decimal, names, places, useOf: usesOf(mapping) }
}

function refuseHead({ cells, line }: TextRecord, missing: readonly Field[], { columns }: Mapping): ReportRefused {
  const name = missing.map((field) => columns[field]).find((one) => one !== undefined) ?? missing[0]
  const has = cells.map((cell) => `"${cell.trim()}"`).join(', ')
  return refuse({
    line,
    column: name,
    problem: `The table does not have this column. It has ${has.slice(0, 500)}.`,
    fix: 'choose the preset for this store, or write a mapping with its column names.',
  })
}

function usesOf({ downloads, streams, passOver }: Mapping): Table['useOf'] {
  const [isDownload, isStream, isNone] = [downloads, streams, passOver].map((words) => new Set(words?.map(plain)))
  return (use) => {
    const word = plain(use)
    if (isNone?.has(word)) return 'passOver'
    if (isDownload?.has(word)) return 'downloads'
    return streams === undefined || isStream?.has(word) ? 'streams' : 'neither'
  }
}
