import type { Area } from './offers.ts'

/**
 * Territories as one number, a bit for each code: `&`, `|` and `~` are what sets need. Everywhere but in some territories is
 * a negative number with infinitely many bits, so the world needs no list of all codes.
 */
export type TerritorySet = bigint

const first = 'A'.charCodeAt(0)
const letters = 26
const bitOf = (code: string): bigint =>
  1n << BigInt((code.charCodeAt(0) - first) * letters + code.charCodeAt(1) - first)
const codeOf = (bit: number): string => String.fromCharCode(first + Math.floor(bit / letters), first + (bit % letters))

/** Of two capital letters each, as the contract requires. */
export function territorySetOf({ mode, codes }: Area): TerritorySet {
  const listed = codes.reduce((set, code) => set | bitOf(code), 0n)
  return mode === 'include' ? listed : ~listed
}

export function areaOfSet(set: TerritorySet): Area {
  const mode = set < 0n ? 'exclude' : 'include'
  const listed = set < 0n ? ~set : set
  const digits = listed.toString(2)
  const codes = [...digits].flatMap((digit, index) => (digit === '1' ? [codeOf(digits.length - 1 - index)] : []))
  return { mode, codes: codes.reverse() }
}
