import type { Sql, Tenant } from '../../platform/database/sql.ts'

/**
 * What changed lately. Triggers on releases, deliveries, uploads and API keys write the rows:
 * migrations/functions/tell_release.sql, tell_delivery.sql, tell_upload.sql and tell_key.sql. New is what the snapshot of the last reading could not see (pg_snapshot):
 * transactions commit in any order, and a position in a sequence would step over those that commit late.
 */

export interface LiveEventRow {
  readonly kind: 'release' | 'delivery' | 'upload' | 'key'
  readonly id: string
  readonly releaseId: string | null
  readonly status: string
}

export interface LiveNews<T> {
  /** What this reading could see, as PostgreSQL writes it. */
  readonly snapshot: string
  readonly found: readonly T[]
}

const isNew = (place: string): string =>
  `e.xid >= pg_snapshot_xmin(${place}::text::pg_snapshot) and not pg_visible_in_snapshot(e.xid, ${place}::text::pg_snapshot)`

export async function findSnapshot(sql: Sql): Promise<string> {
  const row = await sql.readRow<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
  if (!row) throw new Error('the database has no snapshot')
  return row.snapshot
}

/** Whether this database has come so far: another one, or an older copy, has not. */
export const isReached = async (sql: Sql, snapshot: string): Promise<boolean> =>
  (
    await sql.readRow<{ reached: boolean }>(
      'select pg_snapshot_xmax($1::text::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) as reached',
      [snapshot],
    )
  )?.reached === true

/** Across accounts, one query for all streams: which accounts have something new. The events are read per account. */
export async function findChanged(system: Sql, since: string, watched: readonly string[]): Promise<LiveNews<string>> {
  const row = await system.readRow<LiveNews<string>>(
    `select pg_current_snapshot()::text as snapshot,
            array(select distinct e.account_id::text from live_events e
                  where ${isNew('$1')} and e.account_id = any($2)) as found`,
    [since, watched],
  )
  return row ?? { snapshot: since, found: [] }
}

/** What is new since the snapshot, in the order in which it was written. */
export async function findLiveEvents(sql: Tenant, since: string, limit: number): Promise<LiveNews<LiveEventRow>> {
  const row = await sql.readRow<LiveNews<LiveEventRow>>(
    `select pg_current_snapshot()::text as snapshot,
            coalesce((select json_agg(json_build_object('kind', n.kind, 'id', n.id, 'releaseId', n.release_id,
                                                        'status', n.status) order by n.seq)
                      from (select e.* from live_events e where e.account_id = $1 and ${isNew('$2')}
                            order by e.seq limit $3) n), '[]') as found`,
    [since, limit],
  )
  return row ?? { snapshot: since, found: [] }
}

export const deleteLiveEvents = (system: Sql, before: Date): Promise<number> =>
  system.execute('delete from live_events where at < $1', [before.toISOString()])
