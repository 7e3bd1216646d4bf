import { isCalendarDate } from '../codes/identifiers.ts'
import type { ReleaseDocument } from './release-model.ts'

// The years that are written with four digits.
const firstMs = Date.parse('0001-01-01T00:00:00.000Z')
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The instant from which a release may be played: its date and time in its zone. Without a zone it is UTC, because one
 * hub uses one moment, not a midnight of every territory.
 */
export function availableAt({
  releaseDate,
  releaseTime = '00:00',
  timeZone,
}: Pick<ReleaseDocument, 'releaseDate' | 'releaseTime' | 'timeZone'>): Date | undefined {
  // Of year 0 databases and calendars disagree.
  if (releaseDate === undefined || !isCalendarDate(releaseDate)) return undefined
  const wallMs = Date.parse(`${releaseDate}T${releaseTime}:00.000Z`)
  const instantMs = timeZone === undefined ? wallMs : instantOf(wallMs, timeZone)
  return new Date(Math.min(lastMs, Math.max(firstMs, instantMs)))
}

/** The instant at which clocks of the zone show the wall time. A time that a clock change skips is the one after it. */
function instantOf(wallMs: number, timeZone: string): number {
  const offsetAt = zoneOffsets(timeZone)
  if (!offsetAt) return wallMs
  const first = wallMs - offsetAt(wallMs)
  const second = wallMs - offsetAt(first)
  return first === second || second + offsetAt(second) === wallMs ? second : Math.max(first, second)
}

/** Undefined for an unknown zone, which a finding reports. */
function zoneOffsets(timeZone: string): ((instantMs: number) => number) | undefined {
  const format = zoneFormat(timeZone)
  return (
    format &&
    ((instantMs) => {
      const parts = Object.fromEntries(format.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]))
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
      return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instantMs / 1000) * 1000
    })
  )
}

function zoneFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return undefined
  }
}
