/** Reads single cells. Each function returns undefined for what it cannot read, and never guesses. */

export type DecimalSign = '.' | ','

/** What stores write where a cell has no value. */
const noValue =
  /^(?:|[-\u2010-\u2015\u2212]+|n\.?\s?\/?\s?a\.?|none|null|nil|nan|unknown|not available|not applicable|\(blank\)|\(none\))$/iu

/** Whether a cell has no value. That is no error, unlike a cell that cannot be read. */
export const isEmptyCell = (text: string): boolean => noValue.test(text)

/**
 * The text of a formula without a result. Programs that write workbooks leave the results to a spreadsheet. An amount that
 * is not there yet is not an empty cell.
 */
export const uncalculated = '#UNCALCULATED!'
export const noResult = {
  problem: 'The cell has a formula without a result.',
  fix: 'open the workbook in a spreadsheet, save it, and import it again.',
} as const

/** A whole number that may be negative, such as for returns. `12.0` is one; `1,000` could be one or a thousand. */
export function parseQuantity(text: string): string | undefined {
  const [, sign = '', digits = ''] = /^([+-]?)([0-9]{1,15})(?:\.0{1,2})?$/.exec(text) ?? []
  return digits === '' ? undefined : `${sign === '-' ? '-' : ''}${digits}`
}

/** Money as written, to the last digit. Thousands separators are refused: `1.234` would have two meanings. */
export function parseAmount(text: string, decimal: DecimalSign): string | undefined {
  if (decimal === ',' && text.includes('.')) return undefined
  const [before = '', ...after] = text.split(decimal)
  const written =
    after.length === 0 ? before : `${before === '' || before === '-' ? `${before}0` : before}.${after.join(decimal)}`
  return /^[+-]?[0-9]{1,20}(?:\.[0-9]{1,30})?(?:[eE][+-]?[0-9]{1,2})?$/.test(written) ? written : undefined
}

export const parseCurrency = (text: string): string | undefined => /^[A-Z]{3}$/.exec(text.toUpperCase())?.[0]
