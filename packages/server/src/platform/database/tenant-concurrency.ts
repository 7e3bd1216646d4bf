import { AppError } from '@spindle/contract'
import { type ConcurrencyLimit, concurrencyLimit } from '../concurrency/concurrency-limit.ts'

/**
 * Limits the connections of one owner: its transactions beyond the limit wait for each other, for example for a lock
 * that all of them need, so that the transactions of others do not wait for them.
 */
export interface TenantConcurrency {
  /** Throws `overloaded` if too many transactions of this owner already wait. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>
}

const defaultMaxWaiting = 200

/** At most `places` pieces of work of one account at a time. Throws `overloaded` if too many already wait. */
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
