import { randomFillSync } from 'node:crypto'
import type { Clock } from '../clock.ts'

/** Prefixes of every identifier the hub makes; docs/glossary.md has the words. */
export type IdPrefix =
  | 'acc'
  | 'cli'
  | 'key'
  | 'upl'
  | 'rel'
  | 'trk'
  | 'dlv'
  | 'evt'
  | 'rpt'
  | 'req'
  | 'msg'
  | 'usr'
  | 'ses'
  | 'inv'
  | 'aud'
  | 'pky'
  | 'con'
  | 'oac'
  | 'nac'
  | 'idn'
  | 'whk'
  | 'whm'
  | 'imp'
  | 'tbi'
  | 'exp'
  | 'pty'
  | 'lbl'
  | 'blk'
  | 'trf'
  | 'eml'

/** A branded identifier such as `rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
export type Id<P extends IdPrefix> = `${P}_${string}`
/** The identifier of an account, `acc_...`. */
export type AccountId = Id<'acc'>

/**
 * Makes prefixed identifiers: 48 bits of milliseconds and 80 random bits in Crockford base32, so that they sort by
 * time. Identifiers of one process sort in the order in which they were made, even within a millisecond.
 */
export interface Ids {
  make<P extends IdPrefix>(prefix: P): Id<P>
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const randomLength = 16
/** The last digits (40 bits), by which the next identifier of the same millisecond increases. */
const stepLength = 8

/** Identifiers from the clock and the random numbers of the system. */
export function idGenerator(clock: Clock): Ids {
  // One system call is enough for many identifiers, because every request needs one.
  const pool = Buffer.alloc(randomLength * 256)
  let used = pool.length
  let lastMs = -1
  let lastTime = ''

  const digits = new Uint8Array(randomLength)
  const random = (): number => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    // The low five bits of each byte are uniform, so no digit is more likely than another.
    return (pool[used++] ?? 0) & 31
  }
  const begin = (): void => {
    for (let place = 0; place < randomLength; place++) digits[place] = random()
    // Leaves space for all that follow in this millisecond.
    digits[0] = (digits[0] ?? 0) & 15
  }
  /** Adds up to 10^12, so that the next id cannot be guessed. */
  const follow = (): void => {
    let carry = 1
    for (let place = randomLength - 1; place >= 0; place--) {
      const sum = (digits[place] ?? 0) + carry + (place < randomLength - stepLength ? 0 : random())
      digits[place] = sum & 31
      carry = sum >> 5
    }
  }
  const make = (): string => {
    const now = clock.now()
    if (now === lastMs) follow()
    else {
      lastMs = now
      lastTime = encodeTime(now)
      begin()
    }
    let text = lastTime
    for (const digit of digits) text += alphabet[digit]
    return text
  }
  return { make: (prefix) => `${prefix}_${make()}` }
}

function encodeTime(ms: number): string {
  let text = ''
  for (let rest = ms, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) text = alphabet[rest % 32] + text
  return text
}

/** True when `value` has the form of an identifier with this prefix. */
export const isId = <P extends IdPrefix>(prefix: P, value: string): value is Id<P> =>
  value.length === prefix.length + 27 &&
  value.startsWith(`${prefix}_`) &&
  /^[0-9A-HJKMNP-TV-Z]{26}$/.test(value.slice(prefix.length + 1))
