/** Sizes and times as people read them. */

/** `3:42`, `1:02:03`; `-` if the length is not known. */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '-'
  const seconds = Math.round(ms / 1000)
  const two = (number: number): string => String(number).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const rest = two(seconds % 60)
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`
}

/** `7 d 15 h`, `3 h 5 min`, `1 min`: how long until something, at most two units. */
export function formatWait(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ]
  const first = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `42.1 MB`: powers of 1000, as disks and networks count. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const number = bytes / 1000 ** power
  return `${power === 0 ? number : number.toFixed(1)} ${units[power]}`
}

/** `1 track`, `2 tracks`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** `12,345` */
export const formatNumber = (number: number): string => number.toLocaleString('en')

/** Instants in a text as `2026-11-21 01:59:07Z`: to the second, so that events keep their order for the eye. JSON has it all. */
export const formatInstants = (text: string): string =>
  text.replaceAll(/\b(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z/g, '$1 $2Z')
