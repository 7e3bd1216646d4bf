import { type FieldError, type TableMapping, tableFields } from '@spindle/contract'
import { findWords } from '../../../reports/index.ts'
import { findReader } from '../plan-release.ts'

/** Faults in the words of a mapping. They would otherwise be a problem of every row. */
export function findMappingFaults(
  { columns, constants = {}, values = {}, dates = 'ymd', nameSeparator = ';' }: TableMapping,
  pointer = '',
): FieldError[] {
  const faults: FieldError[] = []
  if (Object.keys(columns).length === 0)
    faults.push({
      pointer: `${pointer}/columns`,
      code: 'columns_missing',
      detail: 'The mapping names no column.',
      fix: 'Name the columns with the UPC or another identifier, the title of the release and the title of the track.',
    })
  const unknown = Object.keys(values).find((name) => !tableFields.some((field) => field === name))
  if (unknown !== undefined)
    faults.push({
      pointer: `${pointer}/values/${unknown}`,
      code: 'unknown_member',
      detail: `"${unknown.slice(0, 60)}" is not a field of a table.`,
      fix: 'Use a field of `columns`, such as `releaseType`.',
    })
  for (const field of tableFields) {
    const { clash } = findWords(values[field])
    if (clash !== undefined)
      faults.push({
        pointer: `${pointer}/values/${field}`,
        code: 'value_repeated',
        detail: `"${clash.text.slice(0, 60)}" has two meanings: "${clash.meanings[0].slice(0, 60)}" and "${clash.meanings[1].slice(0, 60)}".`,
        fix: 'Keep one of them; case is ignored.',
      })
    const read = findReader(field)
    const words = [
      ['constants', constants[field] ?? ''],
      ...Object.values(values[field] ?? {}).map((word) => ['values', word] as const),
    ] as const
    for (const [member, word] of words) {
      const cell = word === '' ? undefined : read?.(word, { dates, nameSeparator })
      if (cell !== undefined && 'problem' in cell)
        faults.push({
          pointer: `${pointer}/${member}/${field}`,
          code: 'value_invalid',
          detail: cell.problem,
          fix: cell.fix,
        })
    }
  }
  return faults.slice(0, 50)
}
