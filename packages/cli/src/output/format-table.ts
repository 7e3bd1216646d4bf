import stringWidth from 'string-width'
import { formatInstants } from './format-units.ts'
import { sanitizeText } from './terminal-output.ts'
import { wrapText } from './wrap-text.ts'

/**
 * Columns of text by their width on a terminal, where a letter can take two places or none. What people read is never
 * cut: where a table is too wide, texts wrap, then ids are shortened, then extra columns are left out. Where even that
 * is not enough, each row becomes a block with one line per cell.
 */

/**
 * What may happen to a column in a narrow terminal. `id`: shortened; JSON shows it whole. `text`: wrapped. `extra`: left
 * out. Anything else is shown whole: dates, codes, states, reasons.
 */
export type ColumnKind = 'id' | 'text' | 'extra' | 'extra text'

/** Heading, cell, and what may happen to the column without enough room. */
export type TableColumns<Row> = readonly (readonly [heading: string, cell: (row: Row) => Cell, kind?: ColumnKind])[]

/** Whether headings are shown, and how wide the table may be. */
export interface TableOptions {
  readonly header: boolean
  /**
   * Width of the terminal. In a pipe it is infinite: rows have a tab between whole cells, as the API has them, and there
   * are no headings, so every line is a row.
   */
  readonly columns: number
}

interface Column {
  readonly heading: string
  readonly kind: ColumnKind | undefined
  readonly cells: readonly string[]
  readonly width: number
}

/** The lines of a table, none wider than `columns` unless a single word is. */
export function formatTable<Row>(
  table: TableColumns<Row>,
  rows: readonly Row[],
  { header, columns }: TableOptions,
): readonly string[] {
  if (isPipe(columns))
    return rows.map((row) =>
      joinCells(
        table.map(([, cell]) => cell(row)),
        columns,
      ),
    )
  const all = table.map(([heading, cell, kind]): Column => {
    const cells = rows.map((row) => formatCell(cell(row)))
    const shown = header ? [heading.toUpperCase(), ...cells] : cells
    return { heading, kind, cells: shown, width: widest(shown) }
  })
  const fitted = fitColumns(all, columns)
  if (fitted === undefined) return formatBlocks(all, header, columns)
  return (all[0]?.cells ?? []).flatMap((_, row) => formatRow(fitted, row))
}

const isPipe = (columns: number): boolean => columns === Number.POSITIVE_INFINITY

type Cell = string | number | null | undefined

/** One row without a table around it. */
export function joinCells(cells: readonly Cell[], columns: number): string {
  if (!isPipe(columns)) return cells.map(formatCell).join(gap)
  // Not empty: `read` of a shell takes several tabs for one.
  return cells.map((cell) => sanitizeText(String(cell ?? '')).trim() || '-').join('\t')
}

const formatCell = (value: Cell): string =>
  value === null || value === undefined ? '-' : sanitizeText(formatInstants(String(value)))

const gap = '  '
/** A text in fewer columns is not worth reading. */
const narrowestText = 14
const widest = (cells: readonly string[]): number => Math.max(0, ...cells.map((cell) => stringWidth(cell)))
const isText = ({ kind }: Column): boolean => kind === 'text' || kind === 'extra text'
const isExtra = ({ kind }: Column): boolean => kind === 'extra' || kind === 'extra text'

/** Undefined when no table of these columns fits. */
function fitColumns(all: readonly Column[], columns: number): readonly Column[] | undefined {
  let kept = all
  for (;;) {
    const fitted = wrapTexts(kept, columns) ?? wrapTexts(kept.map(shortenIds), columns)
    if (fitted) return fitted
    const last = kept.findLast(isExtra)
    if (last === undefined) return undefined
    kept = kept.filter((column) => column !== last)
  }
}

/** The columns as they are, or with the widest texts narrowed until all fit. */
function wrapTexts(all: readonly Column[], columns: number): readonly Column[] | undefined {
  const widths = all.map(({ width }) => width)
  let excess = widths.reduce((sum, width) => sum + width + gap.length, -gap.length) - columns
  while (excess > 0) {
    const texts = all.flatMap((column, index) =>
      isText(column) && (widths[index] ?? 0) > narrowestText ? [index] : [],
    )
    const longest = texts.toSorted((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))[0]
    if (longest === undefined) return undefined
    widths[longest] = (widths[longest] ?? 0) - 1
    excess -= 1
  }
  return all.map((column, index) => ({ ...column, width: widths[index] ?? column.width }))
}

function shortenIds(column: Column): Column {
  if (column.kind !== 'id') return column
  const cells = column.cells.map(shortenId)
  return { ...column, cells, width: widest(cells) }
}

/** `rel_…JRE9RZ5K`: the beginning of an id is its time, which the ids of one day share. */
export const shortenId = (id: string): string => id.replace(/^([a-z]{3}_)[0-9A-Z]+([0-9A-Z]{8})$/, '$1…$2')

function formatRow(columns: readonly Column[], row: number): readonly string[] {
  const cells = columns.map(({ cells, width }) => wrapText(cells[row] ?? '', width + 1, ''))
  const height = Math.max(1, ...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    columns
      .map(({ width }, index) => padText(cells[index]?.[line] ?? '', width))
      .join(gap)
      .trimEnd(),
  )
}

/** The first cell names the row; the others are below it, each after its heading. */
function formatBlocks(all: readonly Column[], header: boolean, columns: number): readonly string[] {
  const [first, ...others] = all.filter((column) => !isExtra(column) || isText(column))
  const labelWidth = widest(others.map(({ heading }) => heading))
  const indent = ' '.repeat(labelWidth + (labelWidth === 0 ? 2 : 4))
  const rows = [...(first?.cells ?? []).keys()].slice(header ? 1 : 0)
  return rows.flatMap((row) => [
    ...wrapText(first?.cells[row] ?? '', columns + 1),
    ...others.flatMap(({ heading, cells }) => {
      const label = labelWidth === 0 ? '  ' : `  ${padText(heading, labelWidth)}  `
      const [line = '', ...rest] = wrapText(cells[row] ?? '', Math.max(8, columns - indent.length + 1), '')
      return line === '' ? [] : [`${label}${line}`, ...rest.map((more) => indent + more)]
    }),
  ])
}

/** Fills a text up with spaces to a width on the terminal. */
export const padText = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - stringWidth(text)))

/**
 * Cuts the middle out of a name, because names differ at their beginnings and ends. Only for names of files in
 * progress.
 */
export function truncateMiddle(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  const head: string[] = []
  const tail: string[] = []
  let left = width - 1
  while (letters.length > 0) {
    const isHead = head.length <= tail.length
    const letter = (isHead ? letters.shift() : letters.pop()) ?? ''
    left -= stringWidth(letter)
    if (left < 0) break
    if (isHead) head.push(letter)
    else tail.unshift(letter)
  }
  return `${head.join('')}…${tail.join('')}`
}
