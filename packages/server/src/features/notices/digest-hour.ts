const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** The last instant at which daily notices were due. */
export function lastDigestAt(nowMs: number, hour: number): Date {
  const today = Math.floor(nowMs / dayMs) * dayMs + hour * hourMs
  return new Date(today <= nowMs ? today : today - dayMs)
}
