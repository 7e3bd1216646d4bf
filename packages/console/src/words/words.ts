import type { GoLive } from '@spindle/contract'
import { en } from './en.ts'

/**
 * Every text of the console. Another language is another object of this type: a missing text is a compile error. Findings
 * and errors are shown in the hub's own words, which are in the contract.
 */
export type Words = typeof en

export const words: Words = en

export const formatDate = (day: string): string =>
  new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

export const formatNumber = (value: number): string => new Intl.NumberFormat(words.locale).format(value)

export const formatInstant = (instant: string): string =>
  new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))

/** "4 Dec 2026, 18:00 Asia/Tokyo (4 Dec 2026, 10:00 here)": as the release has it, and in the zone of the reader. */
export function formatGoLive({ at, localTime, timeZone }: GoLive): string {
  const format = (instant: string, zone?: string): string =>
    new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(
      new Date(instant),
    )
  const local = format(`${localTime}:00Z`, 'UTC')
  return timeZone === null ? words.release.localTime(local) : words.release.zoneTime(local, timeZone, format(at))
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** "2 hours ago", and the date once that says more. */
export function formatAgo(instant: string, now: number = Date.now()): string {
  const passed = Date.parse(instant) - now
  if (Math.abs(passed) > 7 * 86_400_000)
    return new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium' }).format(new Date(instant))
  const [unit, size] = steps.find(([, size]) => Math.abs(passed) >= size) ?? ['minute', 60_000]
  const amount = Math.round(passed / size)
  if (amount === 0) return passed > 0 ? words.soon : words.justNow
  return new Intl.RelativeTimeFormat(words.locale, { numeric: 'auto' }).format(amount, unit)
}

/** 222000 -> "3:42". */
export function formatDuration(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
