import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountId } from '../../platform/values/ids.ts'
import type { Credentials, StreamRight } from '../principal.ts'

/**
 * Ends answers that do not end by themselves once their reader loses the right to them: a key that was revoked, a
 * session that was ended, a member who was removed, an account that was suspended. All that are open on this node are
 * checked together, twice a second, and only while there is one.
 */
export interface StreamRights {
  /** `end` is called once. Call the returned function when the stream has ended by itself. */
  watch(right: StreamRight, end: () => void): () => void
}

export type RightsSource = Pick<Credentials, 'listLiveKeys' | 'listLiveSessions' | 'isSuspended'>

const everyMs = 500

export function streamRights(credentials: RightsSource): StreamRights {
  const watched = new Map<StreamRight, () => void>()
  let isRunning = false

  const check = async (): Promise<void> => {
    const lost = await findLost(credentials, [...watched.keys()])
    for (const right of lost) {
      watched.get(right)?.()
      watched.delete(right)
    }
  }
  const run = async (): Promise<void> => {
    isRunning = true
    while (watched.size > 0) {
      await sleep(everyMs, undefined, { ref: false })
      // The database may be away for a moment: that ends no stream.
      await check().catch(() => {})
    }
    isRunning = false
  }
  return {
    watch(right, end) {
      // Each stream separately, also when two have the same right.
      const own = { ...right }
      watched.set(own, end)
      if (!isRunning) void run()
      return () => watched.delete(own)
    },
  }
}

async function findLost(credentials: RightsSource, rights: readonly StreamRight[]): Promise<readonly StreamRight[]> {
  const [keys, sessions, suspended] = await Promise.all([
    credentials.listLiveKeys(rights.filter(({ kind }) => kind === 'apiKey')),
    credentials.listLiveSessions(rights.filter(({ kind }) => kind === 'session')),
    listSuspended(credentials, new Set(rights.map(({ accountId }) => accountId))),
  ])
  const live = new Set([...keys, ...sessions].map(nameOf))
  return rights.filter((right) => !live.has(nameOf(right)) || suspended.has(right.accountId))
}

async function listSuspended(
  { isSuspended }: RightsSource,
  accounts: ReadonlySet<AccountId>,
): Promise<ReadonlySet<AccountId>> {
  const found = await Promise.all([...accounts].map(async (id) => ((await isSuspended(id)) ? [id] : [])))
  return new Set(found.flat())
}

const nameOf = ({ id, accountId }: Pick<StreamRight, 'id' | 'accountId'>): string => `${id} ${accountId}`
