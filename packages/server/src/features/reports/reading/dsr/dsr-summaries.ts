import { parseAmount, parseCurrency, parseQuantity } from '../cells/cell-values.ts'
import type { CodeCell } from '../cells/code-cells.ts'
import { parsePeriod } from '../cells/date-cells.ts'
import { findTerritory } from '../cells/territories.ts'
import type { ReportLine } from '../report-line.ts'
import { refuse } from '../report-problem.ts'
import type { TextRecord } from '../tables/split-records.ts'
import { isDownload, models, type SalesCells, type SummaryCells } from './dsr-records.ts'

/** A sales record alone is not complete: territory, period, use and currency are in the summary that it names. */
export interface Summary {
  readonly territory: string
  readonly model: string
  readonly isDownload: boolean
  readonly from: string
  readonly to: string
  readonly currency: string
}

export const cellOf = ({ cells }: TextRecord, place: number): string => unescapeCell(cells[place]?.trim() ?? '')

/** DSR escapes its separators. */
const unescapeCell = (text: string): string => (text.includes('\\') ? text.replaceAll(/\\(.)/g, '$1') : text)

/** Reads one cell, or reports which one cannot be read. */
export function readCell<T>(
  record: TextRecord,
  { place, name }: { readonly place: number; readonly name: string },
  parse: (text: string) => T | undefined,
): T {
  const text = cellOf(record, place)
  const value = parse(text)
  if (value !== undefined) return value
  throw refuse({
    line: record.line,
    column: `${name}, cell ${place + 1}`,
    problem: `"${text.slice(0, 60)}" cannot be read.`,
    fix: 'ask the store for a corrected report.',
  })
}

/** A code, or empty. A store that sends something else here has to correct it. */
export function readCode(
  record: TextRecord,
  { place, name }: { readonly place: number; readonly name: string },
  parse: (text: string) => CodeCell,
): string {
  const cell = parse(cellOf(record, place))
  if ('code' in cell) return cell.code
  throw refuse({ line: record.line, column: `${name}, cell ${place + 1}`, problem: cell.problem, fix: cell.fix })
}

export function readSummary(
  record: TextRecord,
  cells: SummaryCells,
  whole: { readonly from: string; readonly to: string },
): Summary {
  const day = (place: number | undefined, name: string) =>
    place === undefined ? undefined : readCell(record, { place, name }, (text) => parsePeriod(text, 'ymd'))
  return {
    territory: readCell(record, { place: cells.territory, name: 'Territory' }, findTerritory),
    model: models[cellOf(record, cells.model)] ?? '',
    isDownload: isDownload(cellOf(record, cells.use)),
    from: day(cells.from, 'ReportingPeriodStartDate')?.from ?? whole.from,
    to: day(cells.to, 'ReportingPeriodEndDate')?.to ?? whole.to,
    currency:
      cells.currency === undefined
        ? ''
        : readCell(record, { place: cells.currency, name: 'CurrencyOfAccounting' }, parseCurrency),
  }
}

export function readSale(
  record: TextRecord,
  cells: SalesCells,
  {
    summary,
    about,
  }: { readonly summary: Summary; readonly about: Pick<ReportLine, 'isrc' | 'gtin14' | 'title' | 'artist'> },
): ReportLine {
  // Decimals in DSR have a point, and never thousands separators.
  const quantity = (place: number, name: string) =>
    Number(readCell(record, { place, name }, (text) => parseQuantity(text.replace(/\.0+$/, ''))))
  const returns = cells.returns === undefined ? 0 : quantity(cells.returns, 'Returns')
  const count = String(quantity(cells.quantity, 'NetUsage') - returns)
  const isDownloaded = cells.use === undefined ? summary.isDownload : cells.use === 'downloads'
  const revenue =
    cells.revenue === undefined
      ? ''
      : readCell(record, { place: cells.revenue, name: 'AllocatedNetRevenueInCurrencyOfAccounting' }, (text) =>
          parseAmount(text, '.'),
        )
  const { territory, model, from, to } = summary
  return {
    ...about,
    store: '',
    territory,
    model,
    from,
    to,
    streams: isDownloaded ? '' : count,
    downloads: isDownloaded ? count : '',
    currency: revenue === '' ? '' : summary.currency,
    revenue,
  }
}
