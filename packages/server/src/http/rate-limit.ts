import type { Clock } from '../platform/clock.ts'

/** Fixed one-minute windows in memory: exact on one node, at most nodes x limit on several. */

export interface Quota {
  /** Name in RateLimit and RateLimit-Policy. */
  readonly policy: string
  readonly limit: number
}

export interface Consumption {
  readonly isAllowed: boolean
  readonly remaining: number
  readonly resetSeconds: number
}

export interface RateLimiter {
  /** `cost` is what this request weighs; 1 unless said. */
  consume(subject: string, quota: Quota, cost?: number): Consumption
}

const windowMs = 60_000
// A flood of subjects (spoofed addresses) must not grow the map without bound; forgetting the oldest only forgives.
const maxSubjects = 100_000

export function rateLimiter(clock: Clock): RateLimiter {
  let window = 0
  let counts = new Map<string, number>()
  return {
    consume(subject, { policy, limit }, cost = 1) {
      const now = clock.now()
      const current = Math.floor(now / windowMs)
      if (current !== window || counts.size > maxSubjects) {
        window = current
        counts = new Map()
      }
      const key = `${policy}\0${subject}`
      const count = (counts.get(key) ?? 0) + cost
      counts.set(key, count)
      return {
        isAllowed: count <= limit,
        remaining: Math.max(0, limit - count),
        resetSeconds: Math.ceil(((current + 1) * windowMs - now) / 1000),
      }
    },
  }
}

/** Header fields of draft-ietf-httpapi-ratelimit-headers-11. */
export const rateLimitFields = (
  { policy, limit }: Quota,
  { remaining, resetSeconds }: Consumption,
): Record<string, string> => ({
  'RateLimit-Policy': `"${policy}";q=${limit};w=${windowMs / 1000}`,
  RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
})

/** One subject per client network: IPv6 hosts own a whole /64. */
export function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const groups = head.split(':').filter(Boolean)
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length
  const full = address.includes('::')
    ? [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':').filter(Boolean)]
    : groups
  return `${full
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
