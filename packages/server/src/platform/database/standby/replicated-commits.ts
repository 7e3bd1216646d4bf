import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@spindle/contract'
import type pg from 'pg'
import { limited, patienceMs, retryMs, unansweredReadMs } from '../connections/time-limits.ts'
import { isAwaited } from './replication.ts'

/**
 * With SPINDLE_REQUIRE_SYNC_STANDBY nothing is acknowledged that only one server may have. PostgreSQL waits for a
 * standby as long as its settings require it, and cluster software changes the settings when the last standby is gone.
 * Then nothing is changed any more, and the result of waiting commits is unknown.
 */
export interface ReplicatedCommits {
  /** Runs `commit` on this connection, and throws `database_unavailable` if only one server may have it. */
  run<T>(client: pg.ClientBase, change: Change, commit: () => Promise<T>): Promise<T>
}

/** What is committed: a single statement, or a transaction, which may have changed nothing. */
type Change = 'statement' | 'transaction'

/** For hubs that do not require a standby. */
export const anyCommits: ReplicatedCommits = { run: (_client, _change, commit) => commit() }

const stateText = `select ${isAwaited} as "isAwaited", pg_current_xact_id_if_assigned() is not null as "hasChanged"`

interface State {
  readonly isAwaited: boolean
  readonly hasChanged: boolean
}

/** For all connections of one pool. Listens to notices on each, because PostgreSQL reports an ended wait only there. */
export function replicatedCommits(pool: pg.Pool): ReplicatedCommits {
  const unreplicated = new WeakSet<pg.ClientBase>()
  // A person can end the wait of one commit (pg_cancel_backend): it is acknowledged, with a warning.
  pool.on('connect', (client) =>
    client.on('notice', ({ routine }) => void (routine === 'SyncRepWaitForLSN' && unreplicated.add(client))),
  )
  let awaySinceMs: number | undefined

  /** Whether there is something to commit. A switchover is waited for, like an outage. */
  async function waitForStandby(client: pg.ClientBase, change: Change): Promise<boolean> {
    for (;;) {
      const state = await ask(client)
      if (change === 'transaction' && !state.hasChanged) return false
      if (state.isAwaited) {
        awaySinceMs = undefined
        return true
      }
      awaySinceMs ??= performance.now()
      if (performance.now() - awaySinceMs > patienceMs) throw notReplicated()
      await sleep(retryMs)
    }
  }

  return {
    async run(client, change, commit) {
      if (!(await waitForStandby(client, change))) return commit()
      unreplicated.delete(client)
      const result = await commit()
      // When a server's settings change, its connections learn this before their commits are released.
      const isStillAwaited = await ask(client).then(
        (state) => state.isAwaited,
        () => false,
      )
      if (unreplicated.has(client) || !isStillAwaited) throw notReplicated()
      return result
    },
  }
}

async function ask(client: pg.ClientBase): Promise<State> {
  const { rows } = await client.query<State>(limited({ text: stateText }, unansweredReadMs))
  const [state] = rows
  if (!state) throw new Error('a select without a table has a row')
  return state
}

const notReplicated = (): AppError =>
  new AppError('database_unavailable', {
    cause: new Error('The database has no synchronous standby'),
    retryAfterSeconds: 1,
  })
