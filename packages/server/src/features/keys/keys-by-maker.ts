import type { Clock } from '../../platform/clock.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { AccessByMaker } from '../people/index.ts'
import { announceKeys } from './key-finder.ts'
import { listAccountsOfMaker, listKeyIdsOf, listLiveKeysOf, revokeKeysOf } from './key-queries.ts'

export interface KeysByMakerOptions {
  readonly database: Database
  readonly clock: Clock
  readonly notifications: Pick<Notifications, 'announce'>
}

/** The keys that a person made, shown before the person loses rights. */
export const keysByMaker = ({ database, clock, notifications }: KeysByMakerOptions): AccessByMaker => ({
  listIds: listKeyIdsOf,
  list: (tenant, makers) => listLiveKeysOf(tenant, makers, new Date(clock.now())),
  listAccounts: (maker) => listAccountsOfMaker(database.system, maker),
  async end(trx, makers) {
    const ended = await revokeKeysOf(trx, makers, new Date(clock.now()))
    await announceKeys(
      notifications,
      trx,
      ended.map(({ digest }) => digest),
    )
    return ended
  },
})
