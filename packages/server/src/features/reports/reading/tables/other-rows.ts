import { plain, readGtin, readIsrc, undressCell } from '../cells/code-cells.ts'
import { parsePeriod } from '../cells/date-cells.ts'
import type { Table } from './table-head.ts'

/**
 * Tells the lines of a table from what stores and spreadsheets put around them: blank rows, the names of the columns once
 * more, totals, and a summary below the lines. A line with a code always counts as a line, so a truncated file
 * is refused.
 */

const total =
  /^(?:(?:grand|sub|sous|overall|report|statement|zwischen)[\s_-]?)?(?:totale?s?|totaal|totaux|sum(?:ma|me)?|gesamt(?:summe|betrag)?|somme|soma)(?:[\s_-](?:rows?|lines?|records?|amount|units?|quantity|revenue|earnings|sales|net|gross|due|payable|royalt(?:y|ies)|streams|downloads|count|number|general|general[ei]?|[a-z]{3}|(?:for|of|in|by)\s.*))*\s*(?:\(.*\))?\s*(?::.*)?$/iu
const end =
  /^(?:(?:row|record|line)[\s_-]?count|number of (?:rows|records|lines)|[*\s=-]*end of (?:file|report|statement)[*\s=-]*|eof)\s*(?::.*)?$/iu

/** Totals in other scripts and languages of spreadsheets. */
const otherTotal =
  /^(?:итого|всего|итог|разом|合計|小計|総計|总计|合计|小计|總計|합계|총계|소계|المجموع|الإجمالي|toplam|razem|suma|celkem|összesen|ergebnis|gesamtergebnis|zwischenergebnis|totalt|i alt|yhteensä|סהכ|סה"כ)\s*:?$/iu

const isLabelOfTotal = (cell: string): boolean => {
  const text = undressCell(cell)
  return text.length < 100 && (total.test(text) || otherTotal.test(text) || end.test(text))
}

/** Spreadsheets label the sum of a group by its value: `DE Total`, `Ergebnis DE`. A song could have such a title. */
const labelsOfGroup = [
  'total',
  'subtotal',
  'sub total',
  'sum',
  'summe',
  'ergebnis',
  'gesamt',
  'résultat',
  'suma',
  'итог',
]

const isLabelOfGroup = (cell: string, values: ReadonlySet<string>): boolean => {
  const text = plain(cell)
  return labelsOfGroup.some(
    (label) =>
      (text.startsWith(`${label} `) && values.has(text.slice(label.length + 1))) ||
      (text.endsWith(` ${label}`) && values.has(text.slice(0, -label.length - 1))),
  )
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => /^[\s,;|]*$/u.test(undressCell(cell)))

const isIsrc = (cell: string): boolean => readsAsCode(readIsrc(cell))
const isGtin = (cell: string): boolean => readsAsCode(readGtin(cell))
const readsAsCode = (cell: ReturnType<typeof readIsrc>): boolean => 'code' in cell && cell.code !== ''

/** Spreadsheets often leave out empty cells at the end, or add some. */
export const hasColumnsOf = ({ names, places }: Table, cells: readonly string[]): boolean =>
  cells.length === names.length ||
  (cells.length > names.length
    ? cells.slice(names.length).every((cell) => cell.trim() === '')
    : cells.length > Math.max(...places.values()))

const mayBeOfGroup = (cells: readonly string[]): boolean =>
  cells.some((cell) => /total|sum|ergebnis|gesamt|résultat|итог/iu.test(cell))

/** Whether the next row of the table is one of its lines. Rows are given in their order. */
export function lineDetector(table: Table): (cells: readonly string[]) => boolean {
  const { names, places, mapping } = table
  const [isrc, gtin, period] = [places.get('isrc'), places.get('upc'), places.get('period') ?? places.get('from')]
  const cellAt = (cells: readonly string[], place: number | undefined): string =>
    place === undefined ? '' : (cells[place] ?? '')
  const holdsCode = (cells: readonly string[], fits: boolean): boolean =>
    fits
      ? isIsrc(cellAt(cells, isrc)) || isGtin(cellAt(cells, gtin))
      : cells.some((cell) => isIsrc(cell) || isGtin(cell))
  const hasPeriod = (cells: readonly string[]): boolean =>
    parsePeriod(undressCell(cellAt(cells, period)), mapping.dates ?? 'ymd') !== undefined
  let isAfterGap = false
  let isInSummary = false
  let lastLine: readonly string[] = []
  return (cells) => {
    const fits = hasColumnsOf(table, cells)
    if (holdsCode(cells, fits)) {
      isAfterGap = false
      isInSummary = false
      lastLine = cells
      return true
    }
    if (isBlank(cells)) {
      isAfterGap = true
      return false
    }
    if (cells.length === names.length && cells.every((cell, place) => plain(cell) === names[place])) return false
    if (mayBeOfGroup(cells)) {
      const values = new Set(lastLine.map(plain).filter((value) => value !== ''))
      if (cells.some((cell) => isLabelOfGroup(cell, values))) return false
    }
    isInSummary ||= cells.some(isLabelOfTotal) || (isAfterGap && !fits)
    if (isInSummary && fits && hasPeriod(cells) && !cells.some(isLabelOfTotal)) isInSummary = false
    isAfterGap = false
    if (!isInSummary) lastLine = cells
    return !isInSummary
  }
}
