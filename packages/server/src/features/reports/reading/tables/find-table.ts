import { parse } from 'csv-parse/sync'

/** Finds where the table begins in a text, and what separates its columns. */

export interface TableStart {
  readonly delimiter: string
  /** In characters of the text. */
  readonly offset: number
  /** How many lines are before it. */
  readonly linesBefore: number
}

/** What says where a table begins. */
export interface TableForm {
  readonly skipLines?: number | undefined
  readonly delimiter?: string | undefined
  /** Whether these cells are the names of the columns. */
  readonly isHead: (cells: readonly string[]) => boolean
}

const delimiters = ['\t', ';', ',', '|'] as const
/** How many lines after those of `skipLines` may come before the names of the columns. */
export const maxLinesBefore = 50
/** Enough for the lines of `skipLines` and the first of the table. */
export const startLength = 512 * 1024

const likeliestDelimiter = (line: string): string =>
  delimiters.reduce((best, one) => (line.split(one).length > line.split(best).length ? one : best))

/** A line as Excel and others write it to name the separator; spreadsheets fill the line with separators. */
const separatorLine = /^"?sep=(.)"?\1*$/iu

interface Line {
  readonly text: string
  readonly offset: number
}

function listLines(text: string, count: number): Line[] {
  const lines: Line[] = []
  const ends = /\r\n|\n|\r/gu
  for (let offset = 0; lines.length < count && offset < text.length; ) {
    ends.lastIndex = offset
    const end = ends.exec(text)
    lines.push({ text: text.slice(offset, end?.index), offset })
    offset = end ? ends.lastIndex : text.length
  }
  return lines
}

function splitLine(line: string, delimiter: string): readonly string[] {
  try {
    return parse(line, { delimiter, relax_quotes: true })[0] ?? []
  } catch {
    return []
  }
}

/** The first lines of a text of which the separator is unknown: each with every one. */
export const splitFirstLines = (start: string): readonly (readonly string[])[] =>
  listLines(start, maxLinesBefore).flatMap(({ text }) => delimiters.map((delimiter) => splitLine(text, delimiter)))

/** The first line that names the needed columns; without one, the first line that is not blank. */
export function findTable(start: string, { skipLines = 0, delimiter: given, isHead }: TableForm): TableStart {
  const lines = listLines(start, skipLines + maxLinesBefore)
  const named = separatorLine.exec(lines[0]?.text.trim() ?? '')?.[1]
  const known = given ?? named
  const rest = lines.slice(Math.max(skipLines, named === undefined ? 0 : 1))
  const linesBefore = lines.length - rest.length
  const candidates = known === undefined ? delimiters : [known]
  for (const [index, { text, offset }] of rest.entries())
    for (const delimiter of candidates)
      if (isHead(splitLine(text, delimiter))) return { delimiter, offset, linesBefore: linesBefore + index }
  const first = rest.find(({ text }) => text.trim() !== '')
  return {
    delimiter: known ?? likeliestDelimiter(first?.text ?? ''),
    offset: rest[0]?.offset ?? start.length,
    linesBefore,
  }
}
