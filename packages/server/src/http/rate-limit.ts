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

export interface Use {
  readonly subject: string
  readonly quota: Quota
  /** What this request weighs; 1 unless said. */
  readonly cost?: number | undefined
}

/** A request that is refused uses nothing up: neither of the quota that refused it nor of any other. */
export interface RateLimiter {
  consume(subject: string, quota: Quota, cost?: number): Consumption
  /** Uses all or none. Answers for the first quota that is used up, or else for the first of all. */
  consumeAll(uses: readonly [Use, ...Use[]]): Consumption & { readonly quota: Quota }
  /** True when the next request would be refused. */
  isUsedUp(subject: string, quota: Quota): boolean
  /** Adds what a request turned out to weigh, beyond the limit as well. */
  charge(use: Use): void
  /** What is left, without using any of it; less than nothing where more was charged than the limit allows. */
  look(use: Use): Omit<Consumption, 'isAllowed'>
}

const windowMs = 60_000
// A flood of subjects (spoofed addresses) must not grow the map without bound; forgetting the oldest only forgives.
const maxSubjects = 100_000

export function rateLimiter(clock: Clock): RateLimiter {
  let window = 0
  let counts = new Map<string, number>()
  const countsNow = (): Map<string, number> => {
    const current = Math.floor(clock.now() / windowMs)
    if (current !== window || counts.size > maxSubjects) {
      window = current
      counts = new Map()
    }
    return counts
  }
  const countOf = ({ subject, quota }: Use): number => countsNow().get(keyOf(subject, quota)) ?? 0
  const resetSeconds = (): number => Math.ceil(((window + 1) * windowMs - clock.now()) / 1000)
  const add = (use: Use): void => void countsNow().set(keyOf(use.subject, use.quota), countOf(use) + (use.cost ?? 1))
  const limiter: RateLimiter = {
    consume(subject, quota, cost) {
      const { quota: _quota, ...consumption } = limiter.consumeAll([{ subject, quota, cost }])
      return consumption
    },
    consumeAll(uses) {
      const usedUp = uses.find((use) => countOf(use) + (use.cost ?? 1) > use.quota.limit)
      if (!usedUp) for (const use of uses) add(use)
      const told = usedUp ?? uses[0]
      return {
        quota: told.quota,
        isAllowed: usedUp === undefined,
        remaining: Math.max(0, told.quota.limit - countOf(told)),
        resetSeconds: resetSeconds(),
      }
    },
    isUsedUp: (subject, quota) => countOf({ subject, quota }) >= quota.limit,
    charge: add,
    look: (use) => ({ remaining: use.quota.limit - countOf(use), resetSeconds: resetSeconds() }),
  }
  return limiter
}

const keyOf = (subject: string, { policy }: Quota): string => `${policy}\0${subject}`

/** Header fields of draft-ietf-httpapi-ratelimit-headers-11. */
export const rateLimitFields = (
  { policy, limit }: Quota,
  { remaining, resetSeconds }: Omit<Consumption, 'isAllowed'>,
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
