import type pg from 'pg'

/** What PostgreSQL tells any user of the servers that follow it. */

/** As the server that was asked sees it, at that moment. */
export interface Replication {
  /** A commit is answered only when a standby has it too. */
  readonly isAwaited: boolean
  /** Servers that follow, whatever they are for. */
  readonly followers: number
  /** One of them is such a standby. */
  readonly hasSyncStandby: boolean
  readonly synchronousCommit: string
}

/** Whether PostgreSQL keeps an answer to `commit` back until a standby has it. */
export const isAwaited = `(trim(current_setting('synchronous_standby_names')) <> ''
  and current_setting('synchronous_commit') not in ('off', 'local'))`

// Without pg_monitor a user sees that there are followers and nothing of them: then PostgreSQL is believed that it waits.
const replicationText = `
  select ${isAwaited} as "isAwaited", count(pid)::int as followers,
         ${isAwaited} and coalesce(bool_or(sync_state in ('sync', 'quorum')), count(pid) > 0) as "hasSyncStandby",
         current_setting('synchronous_commit') as "synchronousCommit"
  from pg_stat_replication`

/** Runs a statement that answers one row. */
type Ask = <R extends pg.QueryResultRow>(text: string) => Promise<R | undefined>

/** Works for any user; one with `pg_monitor` also sees which followers are synchronous. */
export async function readReplication(ask: Ask): Promise<Replication> {
  const found = await ask<Replication & pg.QueryResultRow>(replicationText)
  if (!found) throw new Error('an aggregate always has a row')
  return found
}

// A slot says of its follower what pg_stat_replication shows to users with pg_monitor alone, and goes on when it is away.
const lagText = `
  select greatest(
    (select max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)) from pg_stat_replication where state = 'streaming'),
    (select max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) from pg_replication_slots where slot_type = 'physical')
  )::float8 as bytes`

/** Undefined where nothing says how far anybody follows. */
export const readReplicationLag = async (ask: Ask): Promise<number | undefined> =>
  (await ask<{ bytes: number | null }>(lagText))?.bytes ?? undefined

const timelineText = `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`

/** PostgreSQL counts one more when a standby takes over. */
export const readTimeline = async (ask: Ask): Promise<number | undefined> =>
  (await ask<{ timeline: number }>(timelineText))?.timeline
