import type { NewReport } from '@spindle/client'

/** The members `values`, `otherwise` and `skip` of a mapping as text that a person can write, one entry a line. */

type ReportMapping = NonNullable<NewReport['mapping']>

/** In place of the text of a cell: all others. */
const anyOther = '*'
const setAside = '(set aside)'

/** `territory: Deutschland = DE`; `otherwise` is `territory: * = DE`. */
const valueLine = /^\s*([^:=]+?)\s*:\s*(.+?)\s*=\s*([^=]*?)\s*$/u
const skipLine = /^\s*([^=]+?)\s*=\s*(.*?)\s*$/u

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

/** The first line that has another form. */
export const findOtherLine = (text: string, member: 'values' | 'skip'): string | undefined =>
  linesOf(text).find((line) => !(member === 'values' ? valueLine : skipLine).test(line))

export function parseValues(text: string): Pick<ReportMapping, 'values' | 'otherwise'> {
  const values: Record<string, Record<string, string>> = {}
  const otherwise: Record<string, string | null> = {}
  for (const line of linesOf(text)) {
    const [, field = '', written = '', word = ''] = valueLine.exec(line) ?? []
    if (field === '') continue
    if (written === anyOther) otherwise[field] = word === setAside ? null : word
    else values[field] = { ...values[field], [written]: word }
  }
  return { ...(Object.keys(values).length > 0 && { values }), ...(Object.keys(otherwise).length > 0 && { otherwise }) }
}

export function parseSkip(text: string): Pick<ReportMapping, 'skip'> {
  const skip: Record<string, string[]> = {}
  for (const line of linesOf(text)) {
    const [, column = '', written = ''] = skipLine.exec(line) ?? []
    if (column !== '') skip[column] = [...(skip[column] ?? []), written]
  }
  return Object.keys(skip).length > 0 ? { skip } : {}
}

/** Of a mapping file, of which nothing is known. */
export function writeValues(values: unknown, otherwise: unknown): string {
  const lines = entriesOf(values).flatMap(([field, words]) =>
    entriesOf(words).map(([written, word]) => `${field}: ${written} = ${textOf(word)}`),
  )
  const others = entriesOf(otherwise).map(
    ([field, word]) => `${field}: ${anyOther} = ${word === null ? setAside : textOf(word)}`,
  )
  return [...lines, ...others].join('\n')
}

export const writeSkip = (skip: unknown): string =>
  entriesOf(skip)
    .flatMap(([column, texts]) =>
      Array.isArray(texts) ? texts.map((text: unknown) => `${column} = ${textOf(text)}`) : [],
    )
    .join('\n')

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
