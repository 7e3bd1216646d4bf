/**
 * The id of an event in a stream: when it was read, and what could be seen then (pg_snapshot: xmin, xmax and the
 * transactions between them that had not ended). A client sends it back and need not understand it.
 */
const form = /^(\d{1,12})\.(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/

/** Longer ones would not fit a header; their events have no id, and a client continues from an earlier one. */
const maxLength = 2_000

export function formatEventId(nowMs: number, snapshot: string): string | undefined {
  const id = `${Math.floor(nowMs / 1000)}.${snapshot}`
  return id.length > maxLength ? undefined : id
}

export interface EventId {
  readonly atMs: number
  readonly snapshot: string
}

/** Undefined for an invalid id, or a snapshot that PostgreSQL would not read. */
export function parseEventId(text: string): EventId | undefined {
  if (text.length > maxLength) return undefined
  const [, seconds, xmin = '', xmax = '', running = ''] = form.exec(text) ?? []
  if (seconds === undefined) return undefined
  const ids = [xmin, ...(running === '' ? [] : running.split(',')), xmax].map(BigInt)
  const isRising = ids.every((id, index) => index === 0 || id >= (ids[index - 1] ?? 0n))
  const isPossible = (ids[0] ?? 0n) > 0n && (ids.at(-1) ?? 0n) < 2n ** 63n
  if (!isRising || !isPossible) return undefined
  return { atMs: Number(seconds) * 1000, snapshot: `${xmin}:${xmax}:${running}` }
}
