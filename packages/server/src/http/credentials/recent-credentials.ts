import type { Clock } from '../../platform/clock.ts'
import { sha256 } from '../../platform/values/sha256.ts'

/**
 * Credentials that were valid a short while ago, by digest. Behind an address whose failed credentials are used up only
 * these are looked up at all: a flood of guesses costs the database nothing, and other clients are served as before.
 */
export interface RecentCredentials {
  note(credential: string): void
  has(credential: string): boolean
}

const lifeMs = 10 * 60_000
const maxEntries = 10_000

export function recentCredentials(clock: Clock): RecentCredentials {
  const endsAtMs = new Map<string, number>()
  const keyOf = (credential: string): string => sha256(credential).toString('latin1')
  return {
    note(credential) {
      const key = keyOf(credential)
      endsAtMs.delete(key)
      endsAtMs.set(key, clock.now() + lifeMs)
      const [oldest] = endsAtMs.keys()
      if (oldest !== undefined && endsAtMs.size > maxEntries) endsAtMs.delete(oldest)
    },
    has: (credential) => clock.now() < (endsAtMs.get(keyOf(credential)) ?? 0),
  }
}
