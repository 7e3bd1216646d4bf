import type { Clock } from '../../platform/clock.ts'

/**
 * Fixed one-minute windows in memory: exact on one node. Several nodes share their counts (share-counts.ts), so
 * that a limit is one of the hub, give or take a second.
 */

export interface Quota {
  /** Name in RateLimit and RateLimit-Policy. */
  readonly policy: string
  readonly limit: number
  /** A sentence for clients that are refused. */
  readonly note?: string
}

export interface Consumption {
  readonly isAllowed: boolean
  readonly remaining: number
  readonly resetSeconds: number
}

export interface Use {
  readonly subject: string
  readonly quota: Quota
  /** The weight of this request; 1 by default. */
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

/** What one node has counted in a window, by key; a later report of the same node replaces an earlier one. */
export interface NodeCounts {
  readonly window: number
  readonly counts: readonly (readonly [key: string, count: number])[]
}

export interface SharedRateLimiter extends RateLimiter {
  /** What was counted here since the last time, for each key that has used a twentieth of a limit or more. */
  takeCounts(): NodeCounts
  /** What another node has counted counts here too. */
  learn(node: string, counts: NodeCounts): void
}

export const windowSeconds = 60
const windowMs = windowSeconds * 1000
/** Keys that use less are only counted on this node. */
const toldShare = 1 / 20
// A flood of subjects (spoofed addresses) must not grow the map without bound; forgetting the oldest only forgives.
const maxSubjects = 100_000

interface Window {
  readonly number: number
  readonly own: Map<string, number>
  /** Keys of `own` that were not shared with other nodes yet. */
  readonly untold: Set<string>
  readonly elsewhere: Map<string, Map<string, number>>
}

const openWindow = (number: number): Window => ({ number, own: new Map(), untold: new Set(), elsewhere: new Map() })

export function rateLimiter(clock: Clock): SharedRateLimiter {
  let window = openWindow(0)
  const windowNow = (): Window => {
    const current = Math.floor(clock.now() / windowMs)
    if (current !== window.number || window.own.size > maxSubjects) window = openWindow(current)
    return window
  }
  const countOf = ({ subject, quota }: Use): number => {
    const { own, elsewhere } = windowNow()
    const key = keyOf(subject, quota)
    let count = own.get(key) ?? 0
    for (const there of elsewhere.get(key)?.values() ?? []) count += there
    return count
  }
  const resetSeconds = (): number => Math.ceil(((windowNow().number + 1) * windowMs - clock.now()) / 1000)
  const add = ({ subject, quota, cost = 1 }: Use): void => {
    const { own, untold } = windowNow()
    const key = keyOf(subject, quota)
    const count = (own.get(key) ?? 0) + cost
    own.set(key, count)
    if (count >= quota.limit * toldShare) untold.add(key)
  }
  const limiter: SharedRateLimiter = {
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
    takeCounts() {
      const { number, own, untold } = windowNow()
      const counts = [...untold].map((key) => [key, own.get(key) ?? 0] as const)
      untold.clear()
      return { window: number, counts }
    },
    learn(node, { window: number, counts }) {
      const { number: current, elsewhere } = windowNow()
      if (number !== current) return
      for (const [key, count] of counts) {
        const there = elsewhere.get(key) ?? new Map<string, number>()
        if (elsewhere.size < maxSubjects) elsewhere.set(key, there.set(node, count))
      }
    },
  }
  return limiter
}

const keyOf = (subject: string, { policy }: Quota): string => `${policy}\0${subject}`

/** Header fields of draft-ietf-httpapi-ratelimit-headers-11. */
export const rateLimitFields = (
  { policy, limit }: Quota,
  { remaining, resetSeconds }: Omit<Consumption, 'isAllowed'>,
): Record<string, string> => ({
  'RateLimit-Policy': `"${policy}";q=${limit};w=${windowSeconds}`,
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
