import stringWidth from 'string-width'
import { plainText } from './output.ts'

/** Columns of text by their width on a terminal, where a letter can take two places or none. */

export type Table<Row> = readonly (readonly [heading: string, cell: (row: Row) => string | number | null | undefined])[]

const widestCell = 48

export function tableLines<Row>(
  table: Table<Row>,
  rows: readonly Row[],
  { header }: { readonly header: boolean },
): readonly string[] {
  const texts = rows.map((row) => table.map(([, cell]) => cellText(cell(row))))
  const all = header ? [table.map(([heading]) => heading.toUpperCase()), ...texts] : texts
  const widths = table.map((_, column) => Math.max(...all.map((cells) => stringWidth(cells[column] ?? ''))))
  return all.map((cells) =>
    cells
      .map((text, column) => pad(text, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

const cellText = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '-' : shorten(plainText(String(value)), widestCell)

export const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - stringWidth(text)))

/** Cuts the middle out, because beginnings and ends tell names apart. */
export function shorten(text: string, width: number): string {
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
