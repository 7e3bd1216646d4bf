import { AppError } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import { sha256 } from '../../../platform/sha256.ts'

/**
 * Guessing of passwords. After ten failures of one network at one mail address the pauses grow, and likewise after more
 * failures of one network at all, or of all networks at one address. Nobody can lock somebody else out: from a network
 * where the person is signed in, failures of others do not count. Kept in memory: each node counts by itself.
 */
export interface FailedAttempts {
  /** Throws `rate_limited` while the pause lasts; otherwise the attempt counts as failed until it is forgiven. */
  begin(attempt: Attempt): void
  /** The password was right. */
  forgive(attempt: Pick<Attempt, 'email' | 'network'>): void
}

export interface Attempt {
  readonly email: string
  readonly network: string
  /** The person is signed in from this network, too. */
  readonly isKnownNetwork: boolean
}

interface Failures {
  readonly count: number
  readonly lastMs: number
}

const free = { pair: 10, network: 50, email: 100 } as const
const longestPauseMs = 15 * 60_000
const forgottenAfterMs = 60 * 60_000
const maxEntries = 50_000

export function failedAttempts(clock: Clock): FailedAttempts {
  const failures = new Map<string, Failures>()
  const read = (key: string): Failures => {
    const found = failures.get(key)
    return found && clock.now() < found.lastMs + forgottenAfterMs ? found : { count: 0, lastMs: 0 }
  }
  const keysOf = ({ email, network }: Pick<Attempt, 'email' | 'network'>) => {
    // Addresses of people are not kept in clear where nobody needs them.
    const who = sha256(email.toLowerCase()).toString('base64url')
    return { pair: `${network} ${who}`, network, email: who }
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
      const keys = keysOf(attempt)
      const kinds = (['pair', 'network', 'email'] as const).filter(
        (kind) => kind !== 'email' || !attempt.isKnownNetwork,
      )
      const endsMs = Math.max(...kinds.map((kind) => pauseEnd(read(keys[kind]), free[kind])))
      if (clock.now() < endsMs) {
        const retryAfterSeconds = Math.ceil((endsMs - clock.now()) / 1000)
        throw new AppError('rate_limited', {
          retryAfterSeconds,
          detail: `Too many attempts failed. Try again in ${retryAfterSeconds} s, or sign in another way.`,
        })
      }
      for (const key of Object.values(keys)) add(key)
    },
    forgive(attempt) {
      const keys = keysOf(attempt)
      failures.delete(keys.pair)
      for (const key of [keys.network, keys.email]) {
        const { count, lastMs } = read(key)
        if (count > 1) failures.set(key, { count: count - 1, lastMs })
        else failures.delete(key)
      }
    },
  }
}

/** 1 s after the last free failure, then twice as long each time. */
const pauseEnd = ({ count, lastMs }: Failures, freeFailures: number): number =>
  count < freeFailures ? 0 : lastMs + Math.min(longestPauseMs, 1000 * 2 ** Math.min(20, count - freeFailures))
