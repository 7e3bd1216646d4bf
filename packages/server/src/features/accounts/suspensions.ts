import type { Clock } from '../../platform/clock.ts'
import { lookupCache } from '../../platform/concurrency/lookup-cache.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import { findSuspended, suspensionsChannel } from './account-queries.ts'

/**
 * Whether an account is suspended, checked with every request. Owns how long a suspended account is still served: until
 * the notification arrives, and 5 s when none arrives.
 */
export interface Suspensions {
  isSuspended(accountId: AccountId): Promise<boolean>
}

export interface SuspensionsOptions {
  readonly database: Database
  readonly notifications: Notifications
  readonly clock: Clock
}

const ttlMs = 5_000
const maxEntries = 10_000

export function accountSuspensions({ database, notifications, clock }: SuspensionsOptions): Suspensions {
  const cache = lookupCache<boolean>({ clock, ttlMs, maxEntries })
  notifications.on(suspensionsChannel, cache.drop)
  notifications.onInterruption(cache.dropAll)
  return { isSuspended: (accountId) => cache.get(accountId, () => findSuspended(database.system, accountId)) }
}
