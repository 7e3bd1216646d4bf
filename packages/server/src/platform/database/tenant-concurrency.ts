import { AppError } from '@spindle/contract'
import { type ConcurrencyLimit, concurrencyLimit } from '../concurrency/concurrency-limit.ts'

/**
 * Nobody gets every connection: transactions of one owner beyond its places wait for each other, be it for a lock they
 * all want, and not the transactions of others for them.
 */
export interface TenantConcurrency {
  /** Throws `overloaded` when too many of this owner wait already. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>
}

const defaultMaxWaiting = 200

/** At most `places` pieces of work of one account at once. Throws `overloaded` when too many of it wait. */
export function tenantConcurrency(places: number, maxWaiting = defaultMaxWaiting): TenantConcurrency {
  const shares = new Map<string, { readonly queue: ConcurrencyLimit; users: number }>()
  return {
    async run(owner, work) {
      const share = shares.get(owner) ?? { queue: concurrencyLimit(places), users: 0 }
      if (share.users >= places + maxWaiting) throw new AppError('overloaded', { retryAfterSeconds: 1 })
      shares.set(owner, share)
      share.users += 1
      try {
        return await share.queue.run(work)
      } finally {
        share.users -= 1
        if (share.users === 0) shares.delete(owner)
      }
    },
  }
}
