/** Days of UTC as `YYYY-MM-DD`, and instants. */

export const dayMs = 86_400_000

/** The UTC day of an instant (milliseconds since the Unix epoch). */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The day after so many days; before for a negative count. */
export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayMs)

/** The last one with a four-digit year; an offset can exceed it. */
export const lastInstantMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * A timestamp that has the form of RFC 3339, as every clock here can express it: a leap second becomes the second
 * before it, and a time before 1970 or after the year 9999 is clamped.
 */
export function instantOf(timestamp: string): string {
  const ms = Date.parse(timestamp.replace(/:60(?=[.Zz+-])/, ':59')) || 0
  return new Date(Math.min(Math.max(0, ms), lastInstantMs)).toISOString()
}
