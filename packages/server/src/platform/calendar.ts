/** Days of UTC as `YYYY-MM-DD`. */

export const dayMs = 86_400_000

/** The day an instant (milliseconds since the epoch) falls into. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The day so many days later; earlier for a negative count. */
export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayMs)
