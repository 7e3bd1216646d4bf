import type { GoLive } from './go-live.ts'

/** `2026-12-04 18:00 Asia/Tokyo (2026-12-04 09:00 UTC)`; without a zone, the local time of each territory. */
export function describeGoLive({ at, localTime, timeZone }: GoLive): string {
  const local = localTime.replace('T', ' ')
  if (timeZone === null) return `${local}, the local time of each territory`
  const universal = at.slice(0, 16).replace('T', ' ')
  return timeZone === 'UTC' ? `${universal} UTC` : `${local} ${timeZone} (${universal} UTC)`
}
