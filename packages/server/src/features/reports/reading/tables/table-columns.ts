import type { ReportField as Field } from '@spindle/contract/vocabulary'
import { plain } from '../cells/code-cells.ts'
import type { Mapping } from '../mapping.ts'

/** Which columns of a mapping a line names, and whether they are sufficient. */

export function placesOf(cells: readonly string[], { columns }: Mapping): ReadonlyMap<Field, number> {
  const names = cells.map(plain)
  const wanted = Object.entries(columns) as [Field, string][]
  const places = wanted.map(([field, name]) => [field, names.indexOf(plain(name))] as const)
  return new Map(places.filter(([, place]) => place >= 0))
}

/** The fields of which one is needed; undefined if the columns are sufficient. */
export function findMissing(present: ReadonlyMap<Field, number>, { constants }: Mapping): readonly Field[] | undefined {
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
  findMissing(placesOf(cells, mapping), mapping) === undefined
