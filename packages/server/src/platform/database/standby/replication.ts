import type pg from 'pg'

/** What PostgreSQL shows to any user about its standbys. */

/** The state of one server at one moment. */
export interface Replication {
  /** A commit is answered only after a standby has it too. */
  readonly isAwaited: boolean
  /** Connected standbys, for any purpose. */
  readonly followers: number
  /** One of them is a synchronous standby. */
  readonly hasSyncStandby: boolean
  readonly synchronousCommit: string
}

/** Whether PostgreSQL delays the answer to `commit` until a standby has it. */
export const isAwaited = `(trim(current_setting('synchronous_standby_names')) <> ''
  and current_setting('synchronous_commit') not in ('off', 'local'))`

// Without pg_monitor a user sees that there are standbys, but no details: the settings are then taken as proof that
// PostgreSQL waits.
const replicationText = `
  select ${isAwaited} as "isAwaited", count(pid)::int as followers,
         ${isAwaited} and coalesce(bool_or(sync_state in ('sync', 'quorum')), count(pid) > 0) as "hasSyncStandby",
         current_setting('synchronous_commit') as "synchronousCommit"
  from pg_stat_replication`

/** Runs a statement that returns one row. */
type Ask = <R extends pg.QueryResultRow>(text: string) => Promise<R | undefined>

/** Works for any user; with `pg_monitor` it also shows which standbys are synchronous. */
export async function readReplication(ask: Ask): Promise<Replication> {
  const found = await ask<Replication & pg.QueryResultRow>(replicationText)
  if (!found) throw new Error('an aggregate always has a row')
  return found
}

// A slot shows what pg_stat_replication shows only to users with pg_monitor, and it keeps its value while the standby
// is away.
const lagText = `
  select greatest(
    (select max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)) from pg_stat_replication where state = 'streaming'),
    (select max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) from pg_replication_slots where slot_type = 'physical')
  )::float8 as bytes`

/** Undefined if the lag is unknown. */
export const readReplicationLag = async (ask: Ask): Promise<number | undefined> =>
  (await ask<{ bytes: number | null }>(lagText))?.bytes ?? undefined

const timelineText = `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`

/** PostgreSQL increases the number when a standby is promoted. */
export const readTimeline = async (ask: Ask): Promise<number | undefined> =>
  (await ask<{ timeline: number }>(timelineText))?.timeline
