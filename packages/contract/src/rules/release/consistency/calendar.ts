import { isCalendarDate } from '../../../codes/identifiers.ts'

/** Arithmetic on `YYYY-MM-DD` dates. Texts that are not a date give NaN, which compares as false with everything. */

const dayMs = 86_400_000

const startOfDay = (date: string): number => (isCalendarDate(date) ? Date.parse(`${date}T00:00:00.000Z`) : Number.NaN)

/** Whole days from one date to the other; negative when `to` is before `from`. */
export const daysBetween = (from: string, to: string): number => (startOfDay(to) - startOfDay(from)) / dayMs

const isDate = (text: string): boolean => text.length === 10

/** Whether a date, or the date of a UTC instant with a time that exists, is real. */
export const isRealDateOrInstant = (text: string): boolean =>
  isCalendarDate(text.slice(0, 10)) && (isDate(text) || !Number.isNaN(Date.parse(text)))

/** When a period begins, in milliseconds; a date begins at its midnight. */
export const periodStartMs = (text: string): number => (isDate(text) ? startOfDay(text) : Date.parse(text))

/** The first instant after a period, in milliseconds; a date is its last day, no end is never. */
export const periodEndMs = (text: string | undefined): number => {
  if (text === undefined) return Number.POSITIVE_INFINITY
  return isDate(text) ? startOfDay(text) + dayMs : Date.parse(text)
}
