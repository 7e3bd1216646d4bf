const maxMs = 86_400_000

/** `3:42`, `1:02:03`, `222` (seconds, or milliseconds if `isInMs`), or `PT3M42S`. Undefined if it is none of these. */
export function parseTrackLength(text: string, { isInMs }: { readonly isInMs: boolean }): number | undefined {
  const ms = parsePeriod(text) ?? parseNumbers(text, isInMs)
  return ms === undefined || ms > maxMs ? undefined : ms
}

function parseNumbers(text: string, isInMs: boolean): number | undefined {
  if (!/^\d{1,9}(:\d{1,2}){0,2}(\.\d{1,6})?$/.test(text)) return undefined
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return Math.round(isInMs && !text.includes(':') ? seconds : seconds * 1000)
}

/** ISO 8601, as DDEX has it. */
function parsePeriod(text: string): number | undefined {
  const [whole, hours, minutes, seconds] =
    /^PT(?:(\d{1,3})H)?(?:(\d{1,3})M)?(?:(\d{1,3}(?:\.\d{1,6})?)S)?$/.exec(text) ?? []
  if (whole === undefined || (hours ?? minutes ?? seconds) === undefined) return undefined
  return Math.round((Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000)
}
