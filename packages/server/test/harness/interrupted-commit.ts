import pg from 'pg'
import type { FragileDatabase } from './database-proxy.ts'
import { eventually } from './eventually.ts'

/** Commits that are interrupted, like those that wait for a standby while the database switches over. */
export interface InterruptedCommits {
  /** Statements wait by it. */
  readonly waitText: string
  /** Commits after such a change wait: `insert on marks`, `update of status on uploads`. */
  waitAfter(name: string, change: string, condition?: string): Promise<void>
  /** Runs it until it waits, applies `fault` to its connection, and then lets everything continue. */
  interrupt<T>(work: () => Promise<T>, fault: (pid: number) => Promise<unknown>): Promise<T>
  /** Like a server that is being stopped: with an error. */
  endSession(pid: number): Promise<void>
  /** Without an error. PostgreSQL continues after the connection was lost; it is restored once `isDone`. */
  cutUntil(isDone: () => Promise<boolean>): Promise<void>
}

export async function interruptedCommits(opened: FragileDatabase): Promise<InterruptedCommits> {
  const { system } = opened.direct.database
  const waitText = 'pg_advisory_xact_lock_shared(7)'
  await system.execute(`create function wait_for_lock() returns trigger language plpgsql as
    $$ begin perform ${waitText}; return null; end $$`)
  const waiting = () =>
    system.row<{ pid: number }>(
      `select pid from pg_locks join pg_database on pg_database.oid = database
       where datname = current_database() and locktype = 'advisory' and objid = 7 and not granted`,
    )
  return {
    waitText,
    async waitAfter(name, change, condition = 'true') {
      await system.execute(`create constraint trigger ${name} after ${change}
        deferrable initially deferred for each row when (${condition}) execute function wait_for_lock()`)
    },
    async interrupt(work, fault) {
      const holder = new pg.Client(opened.direct.connection)
      await holder.connect()
      await holder.query('select pg_advisory_lock(7)')
      const working = work()
      working.catch(() => {})
      const { pid } = await eventually(waiting, { what: 'it to wait for the lock' })
      await fault(pid)
      await holder.end()
      return working
    },
    async endSession(pid) {
      await system.row('select pg_terminate_backend($1)', [pid])
      await eventually(async () => (await waiting())?.pid !== pid, { what: 'the end of the session' })
    },
    async cutUntil(isDone) {
      opened.cut()
      void eventually(isDone, { what: 'what PostgreSQL was told to do' }).finally(() => opened.restore())
    },
  }
}
