import { type ReportField as Field, reportFields } from '@spindle/contract/vocabulary'
import { isEmptyCell } from '../cells/cell-values.ts'
import { plain, undressCell } from '../cells/code-cells.ts'
import type { Mapping } from '../mapping.ts'
import { refuse } from '../report-problem.ts'
import { findWords } from './map-words.ts'
import { CellProblem, type FieldReaders, textFields } from './read-field.ts'

/** What a mapping makes of the text of a cell before it is read: the word that it means, or the value of a blank cell. */
export interface CellMap {
  /** `raw` is the text of the cell. */
  textOf(field: Field, raw: string): string
  /** Throws `CellProblem` for a text that is not in the value map of a field that says what others are. */
  requireKnown(field: Field, text: string): void
}

/** Throws `ReportRefused` for a mapping whose own words cannot be read. */
export function cellMap(mapping: Mapping, readers: FieldReaders): CellMap {
  requireReadable(mapping, readers)
  const { constants, otherwise } = mapping
  const byField = new Map(reportFields.map((field) => [field, wordsOf(mapping, field)] as const))
  const known = new Map(reportFields.map((field) => [field, knownTexts(mapping, field)] as const))
  return {
    textOf(field, raw) {
      const text = undressCell(raw)
      const word = text === '' ? undefined : byField.get(field)?.get(plain(text))
      if (word !== undefined) return word
      const constant = constants?.[field]
      const isBlank = text === '' || (constant !== undefined && !textFields.has(field) && isEmptyCell(text))
      return isBlank ? (constant ?? '') : text
    },
    requireKnown(field, text) {
      if (otherwise?.[field] === undefined || text === '' || known.get(field)?.has(plain(text))) return
      throw new CellProblem(
        field,
        `"${text.slice(0, 60)}" is not in "values" of the mapping.`,
        'add it to "values", or change "otherwise" of the mapping.',
      )
    },
  }
}

/** Undefined if no text of this field is mapped. */
function wordsOf({ values }: Mapping, field: Field): ReadonlyMap<string, string> | undefined {
  const { words, clash } = findWords(values?.[field])
  if (clash !== undefined)
    throw refuse({
      column: field,
      problem: `"${clash.text.slice(0, 60)}" has two meanings in "values" of the mapping: "${clash.meanings[0].slice(0, 60)}" and "${clash.meanings[1].slice(0, 60)}".`,
      fix: 'keep one of them; case is ignored.',
    })
  return words.size === 0 ? undefined : words
}

/** Of a field of which any text is one: its words, and those of `downloads` and `streams`. */
function knownTexts({ values, constants, downloads = [], streams = [] }: Mapping, field: Field): ReadonlySet<string> {
  if (!textFields.has(field)) return new Set()
  const words = [...Object.values(values?.[field] ?? {}), constants?.[field] ?? '']
  return new Set([...words, ...(field === 'use' ? [...useWords, ...downloads, ...streams] : [])].map(plain))
}

/** What `values` of `use` may always say. */
export const useWords = ['downloads', 'streams'] as const

function requireReadable({ values, constants, otherwise }: Mapping, readers: FieldReaders): void {
  for (const field of reportFields)
    for (const [member, words] of [
      ['values', Object.values(values?.[field] ?? {})],
      ['constants', [constants?.[field] ?? '']],
      ['otherwise', [otherwise?.[field] ?? '']],
    ] as const)
      for (const word of words)
        try {
          readers[field](word)
        } catch (error) {
          if (!(error instanceof CellProblem)) throw error
          throw refuse({
            column: field,
            problem: `"${member}" of the mapping has a word that cannot be read. ${error.message}`,
            fix: error.fix,
          })
        }
}
