import { heads } from './dsr/dsr-records.ts'
import type { Mapping } from './mapping.ts'
import { presets } from './presets.ts'
import { isHead, placesOf } from './tables/table-columns.ts'

/** The presets that fit the first lines of a file. */

/** The preset of messages of DDEX, which have no mapping. */
export const dsr = 'dsr'
/** Our own table, of which most columns may be missing. */
const own = 'spindle'

type Row = readonly string[]

/** The names of the presets of which one of these rows is the head. */
export const findFittingPresets = (rows: readonly Row[]): readonly string[] => [
  ...(isDsrHead(rows[0]) ? [dsr] : []),
  ...Object.entries(presets).flatMap(([name, mapping]) =>
    rows.some((cells) => isHead(cells, mapping) && (name === own || hasAllColumns(cells, mapping))) ? [name] : [],
  ),
]

/** Few columns are needed, and other stores have them too: a date in another order would be read wrongly. */
function hasAllColumns(cells: Row, mapping: Mapping): boolean {
  return placesOf(cells, mapping).size === Object.keys(mapping.columns).length
}

/** `SRHE.01` is a version of `SRHE`. */
const isDsrHead = (cells: Row = []): boolean => heads.includes((cells[0] ?? '').split(/[\t.]/, 1)[0]?.trim() ?? '')

/** What to do about a table or message that is read with the wrong preset. */
export function suggestPreset(rows: readonly Row[], otherwise: string): string {
  const [first, ...others] = findFittingPresets(rows)
  return first === undefined || others.length > 0
    ? otherwise
    : `choose the preset ${first}: the file has its first line.`
}
