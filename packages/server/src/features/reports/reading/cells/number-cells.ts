import { toPlainDigits } from '@spindle/contract/text-files'
import { type DecimalSign, parseAmount } from './cell-values.ts'
import { undressCell } from './code-cells.ts'

/**
 * Reads cells with a number as people and spreadsheets write them: with a currency, with parentheses or U+2212 for a
 * negative number, with separated thousands. `1,234` could be one or a thousand: only the mapping can decide.
 */

/** Spaces and apostrophes are never decimal signs, so they need no setting. */
export type Thousands = ',' | '.'

export interface NumberStyle {
  readonly decimal: DecimalSign
  /** The sign between thousands, if the mapping names it. */
  readonly thousands?: Thousands | undefined
}

export type NumberCell =
  | { readonly number: string /** The currency that was written with it. */; readonly mark: string }
  | { readonly problem: string; readonly fix: string }

const currencies = new Set(Intl.supportedValuesOf('currency'))
const signs = /[A-Z]{0,3}\p{Sc}|(?<![\p{L}])(?:[A-Z]{3}|kr\.?|z\u0142|K\u010D|Ft|Fr\.)(?![\p{L}])/u
/** `NaN` and `unknown` are the results of a failed computation: no numbers, and not empty. */
const empty = /^(?:|[-\u2010-\u2015\u2212]|n\.?\/?a\.?|null|none)$/iu

export function readNumber(written: string, style: NumberStyle): NumberCell {
  if (written === '' || /^-?[0-9]{1,20}$/u.test(written)) return { number: written, mark: '' }
  if (style.decimal === '.' && /^-?[0-9]{1,20}\.[0-9]{1,30}$/u.test(written)) return { number: written, mark: '' }
  const text = undressCell(toPlainDigits(written.normalize('NFKC')))
    // Arabic has signs of its own, each with one meaning.
    .replaceAll('\u066C', "'")
    .replaceAll('\u066B', style.decimal)
    .replace(/^['\u2018\u2019]/u, '')
    .replaceAll(/[\u2212\uFE63\uFF0D]/gu, '-')
    .trim()
  const found = signs.exec(text)?.[0] ?? ''
  const mark = /^[A-Z]{3}$/u.test(found) && !currencies.has(found) ? '' : found
  const bare = text
    .replace(mark, '')
    .replaceAll(/\(\s+|\s+\)/gu, (sign) => sign.trim())
    .trim()
  if (empty.test(bare) && (bare !== '' || mark === '')) return { number: '', mark: '' }
  const { digits, isNegative } = takeSign(bare)
  const joined = joinThousands(digits, style)
  if (joined === 'ambiguous')
    return {
      problem: `"${written.trim().slice(0, 60)}" can be read with or without thousands.`,
      fix: `set "thousands" in the mapping to the sign between thousands, or "decimal" to the decimal sign.`,
    }
  const number =
    joined === undefined ? undefined : parseAmount(`${isNegative ? '-' : ''}${joined.plain}`, style.decimal)
  if (number !== undefined) return { number, mark }
  return {
    problem: `"${written.trim().slice(0, 60)}" cannot be read.`,
    fix: `use a number such as 12${style.decimal}50; "decimal" and "thousands" in the mapping set its signs.`,
  }
}

/** `(1)`, `-1` and `1-` are negative; a minus in parentheses has no clear meaning and stays. */
function takeSign(text: string): { readonly digits: string; readonly isNegative: boolean } {
  const inside = /^\(([^-+()]*)\)$/u.exec(text)?.[1] ?? /^-\s*([^-+()]*(?:[eE][+-]?[0-9]+)?)$/u.exec(text)?.[1]
  const before = inside ?? /^([0-9][^-+()]*)-$/u.exec(text)?.[1]
  return before === undefined
    ? { digits: text.replace(/^\+\s*/u, ''), isNegative: false }
    : { digits: before.trim(), isNegative: true }
}

/** Undefined if the groups are not those of thousands. */
function joinThousands(
  text: string,
  { decimal, thousands }: NumberStyle,
): { readonly plain: string } | 'ambiguous' | undefined {
  const [whole = '', ...fraction] = text.split(decimal)
  const sign = /[^0-9]/u.exec(whole)?.[0]
  if (sign === undefined || fraction.length > 1 || /[eE]/u.test(whole)) return { plain: text }
  const groups = whole.split(sign)
  const isGrouped = /^[0-9]{1,3}$/u.test(groups[0] ?? '') && groups.slice(1).every((group) => /^[0-9]{3}$/u.test(group))
  const isIndian = sign === ',' && /^[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}$/u.test(whole)
  if (!(isGrouped || isIndian) || !/^[\s'\u2018\u2019.,]$/u.test(sign)) return undefined
  const isClear = /[\s'\u2018\u2019]/u.test(sign) || sign === thousands || groups.length > 2 || fraction.length === 1
  return isClear ? { plain: [groups.join(''), ...fraction].join(decimal) } : 'ambiguous'
}

const bySign: Readonly<Record<string, readonly string[]>> = {
  '\u20AC': ['EUR'],
  '\u00A3': ['GBP', 'EGP', 'FKP', 'GIP', 'SHP'],
  '\u00A5': ['JPY', 'CNY'],
  '\u20B9': ['INR'],
  '\u20A9': ['KRW', 'KPW'],
  '\u20BD': ['RUB'],
  '\u20BA': ['TRY'],
  US$: ['USD'],
  C$: ['CAD'],
  CA$: ['CAD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  R$: ['BRL'],
}
const notDollars = new Set(['EUR', 'GBP', 'JPY', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'INR', 'KRW'])

/** The currency of a sign that only one has: `€` and `US$`, and not `$` or `£`. */
export function currencyOfSign(text: string): string | undefined {
  const [currency, ...others] = bySign[text.toUpperCase()] ?? []
  return others.length === 0 ? currency : undefined
}

/** Whether an amount with this currency sign or code can be an amount of `currency`. */
export function isMarkOf(mark: string, currency: string): boolean {
  if (mark === '' || currency === '') return true
  if (/^[A-Z]{3}$/u.test(mark)) return mark === currency
  if (mark === '$') return !notDollars.has(currency)
  return bySign[mark]?.includes(currency) ?? true
}
