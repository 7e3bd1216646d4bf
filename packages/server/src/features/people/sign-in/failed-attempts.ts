import { AppError } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import { sha256 } from '../../../platform/values/sha256.ts'

/**
 * Limits guessing of passwords. After ten failures of one network at one email address the pauses grow, and likewise
 * after more failures of one network in total, or of all networks at one address. Failures of others lock no person
 * out: a session, and a browser in which the person has signed in before, are counted separately. In a network where
 * the person is signed in, only failures of that network at that address count, with short pauses. Kept in memory: each
 * node counts separately.
 */
export interface FailedAttempts {
  /** Throws `rate_limited` while the pause lasts; otherwise the attempt counts as failed until it is forgiven. */
  begin(attempt: Attempt): void
  /** The password was right. */
  forgive(attempt: Attempt): void
}

export interface Attempt {
  readonly email: string
  readonly network: string
  /** Where the person with this address was identified. */
  readonly known: KnownBy | undefined
}

export type KnownBy =
  | { readonly by: 'session' | 'browser'; readonly id: string }
  /** The person is also signed in from this network. */
  | { readonly by: 'network' }

interface Failures {
  readonly count: number
  readonly lastMs: number
}

/** How many failures are free, and the maximum pause. Limits that many people share are short. */
const limits = {
  own: { free: 10, longestMs: 15 * 60_000 },
  pair: { free: 10, longestMs: 15 * 60_000 },
  pairAtHome: { free: 10, longestMs: 30_000 },
  network: { free: 50, longestMs: 30_000 },
  email: { free: 100, longestMs: 15 * 60_000 },
} as const

interface Counter {
  readonly key: string
  readonly limit: keyof typeof limits
}

const forgottenAfterMs = 60 * 60_000
const maxEntries = 50_000

export function failedAttempts(clock: Clock): FailedAttempts {
  const failures = new Map<string, Failures>()
  const read = (key: string): Failures => {
    const found = failures.get(key)
    return found && clock.now() < found.lastMs + forgottenAfterMs ? found : { count: 0, lastMs: 0 }
  }
  const add = (key: string): void => {
    const { count } = read(key)
    failures.delete(key)
    failures.set(key, { count: count + 1, lastMs: clock.now() })
    const [oldest] = failures.keys()
    if (oldest !== undefined && failures.size > maxEntries) failures.delete(oldest)
  }
  return {
    begin(attempt) {
      const { asked, added } = countersOf(attempt)
      const endsMs = Math.max(...asked.map(({ key, limit }) => pauseEnd(read(key), limits[limit])))
      if (clock.now() < endsMs) {
        const retryAfterSeconds = Math.ceil((endsMs - clock.now()) / 1000)
        throw new AppError('rate_limited', {
          retryAfterSeconds,
          detail: `Too many failed attempts. Try again in ${retryAfterSeconds} s, or sign in another way.`,
        })
      }
      for (const { key } of added) add(key)
    },
    forgive(attempt) {
      for (const { key, limit } of countersOf(attempt).added) {
        const { count, lastMs } = read(key)
        const isOfOne = limit !== 'network' && limit !== 'email'
        if (count > 1 && !isOfOne) failures.set(key, { count: count - 1, lastMs })
        else failures.delete(key)
      }
    },
  }
}

/** What may delay the attempt, and where it is counted. */
function countersOf({ email, network, known }: Attempt): {
  readonly asked: readonly Counter[]
  readonly added: readonly Counter[]
} {
  if (known && known.by !== 'network') {
    const own = [{ key: `${known.by} ${known.id}`, limit: 'own' }] as const
    return { asked: own, added: own }
  }
  // Addresses of people are not stored in clear if a digest is enough.
  const who = sha256(email.toLowerCase()).toString('base64url')
  const pair = { key: `pair ${network} ${who}`, limit: known ? 'pairAtHome' : 'pair' } as const
  const shared = [
    { key: `network ${network}`, limit: 'network' },
    { key: `email ${who}`, limit: 'email' },
  ] as const
  return { asked: known ? [pair] : [pair, ...shared], added: [pair, ...shared] }
}

/** 1 s after the last free failure, then twice as long each time. */
const pauseEnd = (
  { count, lastMs }: Failures,
  { free, longestMs }: { readonly free: number; readonly longestMs: number },
): number => (count < free ? 0 : lastMs + Math.min(longestMs, 1000 * 2 ** Math.min(20, count - free)))
