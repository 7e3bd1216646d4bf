/** Days in UTC, as used for the numbers. */

const dayMs = 86_400_000

export interface DayRange {
  readonly from: string
  readonly to: string
}

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** So many whole days up to yesterday. */
export function rangeOf(days: number, now: number = Date.now()): DayRange {
  const to = dayAt(now - dayMs)
  return { from: dayAt(Date.parse(to) - (days - 1) * dayMs), to }
}

/** Every day of a range, the first one first. */
export function listDays({ from, to }: DayRange): string[] {
  const first = Date.parse(from)
  return Array.from({ length: Math.round((Date.parse(to) - first) / dayMs) + 1 }, (_, index) =>
    dayAt(first + index * dayMs),
  )
}
