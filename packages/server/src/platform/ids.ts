import { randomFillSync } from 'node:crypto'
import type { Clock } from './clock.ts'

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
  | 'idn'

/** A branded identifier such as `rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
export type Id<P extends IdPrefix> = `${P}_${string}`
/** The identifier of an account, `acc_...`. */
export type AccountId = Id<'acc'>

/** Makes prefixed identifiers: 48 bits of milliseconds and 80 random bits in Crockford base32, so that they sort by time. */
export interface Ids {
  make<P extends IdPrefix>(prefix: P): Id<P>
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const randomLength = 16

/** Identifiers from the clock and the random numbers of the system. */
export function idGenerator(clock: Clock): Ids {
  // One system call fills many identifiers: every request gets one.
  const pool = Buffer.alloc(randomLength * 256)
  let used = pool.length
  let lastMs = -1
  let lastTime = ''

  const time = (): string => {
    const now = clock.now()
    if (now !== lastMs) {
      lastMs = now
      lastTime = encodeTime(now)
    }
    return lastTime
  }
  const random = (): string => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    let text = ''
    // Each byte's low five bits are uniform, so no character is likelier than another.
    for (const end = used + randomLength; used < end; used++) text += alphabet[(pool[used] ?? 0) & 31]
    return text
  }
  return { make: (prefix) => `${prefix}_${time()}${random()}` }
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
