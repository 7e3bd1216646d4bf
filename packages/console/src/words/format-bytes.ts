import { words } from './words.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** 44040192 -> "44 MB", 470 -> "470 bytes". */
export function formatBytes(bytes: number): string {
  const power = powerOf(bytes)
  // The short form of a byte has no plural.
  const unitDisplay = power === 0 ? 'long' : 'short'
  return new Intl.NumberFormat(words.locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay,
    maximumFractionDigits: bytes / 1000 ** power < 10 ? 1 : 0,
  }).format(bytes / 1000 ** power)
}

/** The unit in which the rounded number is below 1000: 999 999 bytes are 1 MB, not 1,000 kB. */
function powerOf(bytes: number): number {
  const power = units.findIndex((_, index) => Math.round(bytes / 1000 ** index) < 1000)
  return power < 0 ? units.length - 1 : power
}
