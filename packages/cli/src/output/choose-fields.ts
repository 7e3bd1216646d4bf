import { findNearestName } from '@spindle/contract/vocabulary'

/** `--fields`: the members of each row or record that JSON shows. */

type Choose = (value: unknown) => unknown

/**
 * Chooses members of what is shown; the form stays: a page keeps its `page`. A name that no row has is reported and left
 * out, because by then the command has done its work. `report` is called once for each such name.
 */
export function fieldChooser(fields: readonly string[] | undefined, report: (line: string) => void): Choose {
  if (fields === undefined) return (value) => value
  const reported = new Set<string>()
  return (value) => {
    const rows = rowsOf(value)
    const known = new Set(rows.flatMap((row) => Object.keys(row)))
    for (const field of known.size === 0 ? [] : fields) {
      if (known.has(field) || reported.has(field)) continue
      reported.add(field)
      report(describeUnknown(field, [...known]))
    }
    return replaceRows(value, (row) => Object.fromEntries(fields.flatMap((name) => memberOf(row, name))))
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list, the rows of a page, or a single record. */
function rowsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const list = isRecord(value) && Array.isArray(value.data) ? (value.data as readonly unknown[]) : value
  return (Array.isArray(list) ? (list as readonly unknown[]) : [list]).filter(isRecord)
}

function replaceRows(value: unknown, replace: (row: Readonly<Record<string, unknown>>) => unknown): unknown {
  const replaceOne = (row: unknown): unknown => (isRecord(row) ? replace(row) : row)
  if (Array.isArray(value)) return value.map(replaceOne)
  if (isRecord(value) && Array.isArray(value.data)) return { ...value, data: value.data.map(replaceOne) }
  return replaceOne(value)
}

const memberOf = (row: Readonly<Record<string, unknown>>, name: string): [string, unknown][] =>
  Object.hasOwn(row, name) ? [[name, row[name]]] : []

function describeUnknown(field: string, known: readonly string[]): string {
  const near = findNearestName(field, known)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return `! --fields: nothing here has a member "${field}".${hint} There are: ${known.join(', ')}.`
}
