import { type TableField, type TableProblem, tableFields } from '@spindle/contract'
import { tableProblem } from '../apply-release.ts'
import type { ReadColumns } from '../table-queries.ts'
import { findRepeated, type TableColumns } from './read-head.ts'
import { toSuggestion } from './suggest-columns.ts'

/** What is wrong with the names of the columns of a table, and what is kept of them. */

/** Of each, one is needed. If only a guess fills it, the table would be imported wrongly or not at all. */
const needed: readonly (readonly TableField[])[] = [
  ['releaseId', 'release', 'externalId', 'upc'],
  ['releaseId', 'releaseTitle'],
  ['trackId', 'trackTitle'],
]

export function findFault(head: readonly string[], columns: TableColumns): TableProblem | undefined {
  const refuse = (problem: string, fix: string) => tableProblem(null, 'table_refused', problem, fix)
  const repeated = findRepeated(head, columns)
  if (repeated !== undefined)
    return new Set(repeated).size === 1
      ? refuse(`The table has the column "${repeated[0]}" twice.`, 'Delete one of the two columns.')
      : refuse(
          `The columns ${repeated.map((name) => `"${name}"`).join(' and ')} mean the same.`,
          'Delete one of the two columns, or name the right one in a mapping.',
        )
  const [lacking] = columns.lacking
  if (lacking !== undefined)
    return refuse(
      `The table has no column "${lacking}", which the mapping names.`,
      'Correct the name in the mapping, or remove the field from it.',
    )
  const { places, guessed } = columns
  const unclear = needed.find(
    (fields) => !fields.some((field) => places.has(field)) && fields.some((field) => guessed.has(field)),
  )
  const field = unclear?.find((one) => guessed.has(one))
  if (field === undefined) return undefined
  return tableProblem(
    null,
    'columns_unknown',
    `The column "${head[guessed.get(field) ?? -1]}" may be ${field}, but that is a guess.`,
    'Check `suggestedMapping` and import the table with it as `mapping`.',
  )
}

export const toSavedColumns = (head: readonly string[], columns: TableColumns): ReadColumns => ({
  head,
  preset: columns.preset,
  ignored: columns.ignored,
  columns: tableFields.flatMap((field) => {
    const name = columns.nameOf(field)
    return name === null ? [] : [[name, field] as const]
  }),
  suggested: toSuggestion(head, columns),
})
