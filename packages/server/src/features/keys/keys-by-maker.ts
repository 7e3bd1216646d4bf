import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { AccessByMaker } from '../people/index.ts'
import { announceChange, listAccountsOfMaker, listKeyIdsOf, listLiveKeysOf, revokeKeysOf } from './key-queries.ts'

export interface KeysByMakerOptions {
  readonly database: Database
  readonly clock: Clock
  /** Called after the commit for each key that no longer works. */
  readonly onChange: (digest: Buffer) => void
}

/** The keys that a person made, shown before the person loses rights. */
export const keysByMaker = ({ database, clock, onChange }: KeysByMakerOptions): AccessByMaker => ({
  listIds: listKeyIdsOf,
  list: (tenant, makers) => listLiveKeysOf(tenant, makers, new Date(clock.now())),
  listAccounts: (maker) => listAccountsOfMaker(database.system, maker),
  async end(trx, makers) {
    const ended = await revokeKeysOf(trx, makers, new Date(clock.now()))
    await announceChange(trx, ...ended.map(({ digest }) => digest))
    trx.afterCommit(() => {
      for (const { digest } of ended) onChange(digest)
    })
    return ended
  },
})
