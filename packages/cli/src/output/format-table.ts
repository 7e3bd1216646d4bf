import stringWidth from 'string-width'
import { sanitizeText } from './terminal-output.ts'

/** Columns of text by their width on a terminal, where a letter can take two places or none. */

export type TableColumns<Row> = readonly (readonly [
  heading: string,
  cell: (row: Row) => string | number | null | undefined,
])[]

const widestCell = 48

export interface TableOptions {
  readonly header: boolean
  /** Width of the terminal: cells are shortened to fit it, and the last columns left out where that is not enough. */
  readonly columns?: number | undefined
}

export function formatTable<Row>(
  table: TableColumns<Row>,
  rows: readonly Row[],
  { header, columns = Number.POSITIVE_INFINITY }: TableOptions,
): readonly string[] {
  const texts = rows.map((row) => table.map(([, cell]) => cellText(cell(row))))
  const all = header ? [table.map(([heading]) => heading.toUpperCase()), ...texts] : texts
  const widths = fitted(
    table.map((_, column) => Math.max(...all.map((cells) => stringWidth(cells[column] ?? '')))),
    columns,
  )
  return all.map((cells) =>
    widths
      .map((width, column) => padText(fitting(cells[column] ?? '', width), width))
      .join(gap)
      .trimEnd(),
  )
}

const cellText = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '-' : sanitizeText(shortInstant(String(value)))

/** `2026-11-21 01:59Z`: to the minute, so that it need not be cut. JSON has it all. */
const shortInstant = (text: string): string =>
  text.replaceAll(/\b(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}(?:\.\d+)?Z/g, '$1 $2Z')

/** Of an instant that has no room the day is left. */
const fitting = (text: string, width: number): string =>
  width >= 10 && stringWidth(text) > width && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}Z$/.test(text)
    ? text.slice(0, 10)
    : truncateMiddle(text, width)

const narrowestCell = 8
const gap = '  '

/** Takes from the widest until all fit. Never from the first: it names the row, and an id must be whole to be used. */
function fitted(natural: readonly number[], columns: number): readonly number[] {
  const widths = natural.map((width, column) => (column === 0 ? width : Math.min(width, widestCell)))
  const excess = () => widthOf(widths) - columns
  const least = () => widthOf(widths.map((width, column) => (column === 0 ? width : Math.min(width, narrowestCell))))
  while (widths.length > 2 && least() > columns) widths.pop()
  while (excess() > 0) {
    const widest = Math.max(...widths.slice(1))
    if (!(widest > narrowestCell)) break
    widths[widths.indexOf(widest, 1)] = widest - 1
  }
  return widths
}

const widthOf = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width + gap.length, -gap.length)

export const padText = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - stringWidth(text)))

/** Cuts the middle out, because beginnings and ends tell names apart. */
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
