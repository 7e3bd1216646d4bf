import type { StoreReport } from '@spindle/client'
import { reportWords } from '../../words/catalog/report-words.ts'
import { words } from '../../words/words.ts'

type Totals = StoreReport['totals']
type Amount = NonNullable<Totals['revenue']>[number]

const utcDay = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** A whole month by its name, anything else by its days. */
export function describePeriod({ from, to }: Pick<StoreReport, 'from' | 'to'>): string {
  const [first, last] = [utcDay(from), utcDay(to)]
  const isMonth = from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7) && isLastOfMonth(last)
  const format = new Intl.DateTimeFormat(words.locale, {
    timeZone: 'UTC',
    ...(isMonth ? { month: 'long', year: 'numeric' } : { dateStyle: 'medium' }),
  })
  return isMonth ? format.format(first) : format.formatRange(first, last)
}

/** `August 2026`, by the first day of a month. */
export const describeMonth = (day: string | null): string =>
  day === null
    ? ''
    : new Intl.DateTimeFormat(words.locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(utcDay(day))

const isLastOfMonth = (day: Date): boolean => new Date(day.getTime() + 86_400_000).getUTCDate() === 1

/** Every digit the store wrote: shares of a cent are sums of many lines. */
export const formatMoney = ({ amount, currency }: Amount): string =>
  new Intl.NumberFormat(words.locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    maximumFractionDigits: 20,
  }).format(amount as Intl.StringNumericLiteral)

/** The given values, one after the other; missing ones are left out. */
export function describeNumbers({ streams, downloads, revenue }: Totals): string {
  const said = [
    ...(streams === undefined ? [] : [reportWords.streams(streams)]),
    ...(downloads === undefined ? [] : [reportWords.downloads(downloads)]),
    ...(revenue ?? []).map(formatMoney),
  ]
  return said.length === 0 ? reportWords.nothing : said.join(' · ')
}

/** How the files were read, by the name of the preset; the hub may have newer ones. */
export const describeFormat = (format: string): string => reportWords.formats[format] ?? format
