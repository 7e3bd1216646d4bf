import type { Clock } from '../../platform/clock.ts'
import { lookupCache } from '../../platform/concurrency/lookup-cache.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import { type AccountState, accountStatesChannel, findState } from './account-queries.ts'
import { isOpen, type MoveIn } from './move-in.ts'

/**
 * What the operator decided about an account, checked with every request: whether it is suspended, and whether it moves
 * its catalog in. Owns how long a node uses an earlier decision: until the notification arrives, and 5 s when none
 * arrives. Both are of one row, so that a request costs at most one look-up.
 */
export interface AccountStates {
  isSuspended(accountId: AccountId): Promise<boolean>
  /** The move that is open now. It ends at its instant, however old the look-up is. */
  findMoveIn(accountId: AccountId): Promise<MoveIn | undefined>
}

export interface AccountStatesOptions {
  readonly database: Database
  readonly notifications: Notifications
  readonly clock: Clock
}

const ttlMs = 5_000
const maxEntries = 10_000

export function accountStates({ database, notifications, clock }: AccountStatesOptions): AccountStates {
  const cache = lookupCache<AccountState>({ clock, ttlMs, maxEntries })
  notifications.on(accountStatesChannel, cache.drop)
  notifications.onInterruption(cache.dropAll)
  const find = (accountId: AccountId) => cache.get(accountId, () => findState(database.system, accountId))
  return {
    isSuspended: async (accountId) => (await find(accountId)).isSuspended,
    async findMoveIn(accountId) {
      const { moveIn } = await find(accountId)
      return moveIn !== null && isOpen(moveIn, clock.now()) ? moveIn : undefined
    },
  }
}
