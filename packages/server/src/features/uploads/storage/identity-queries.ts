import type { Sql } from '../../../platform/database/sql.ts'

/** The one row that identifies the storage of this database. */

export interface StorageIdentity {
  readonly hubId: string
  readonly generation: number
  /** Null, or the time before which no file counts as an orphan. */
  readonly sweepAfter: Date | null
}

const columns = `hub_id as "hubId", generation, sweep_after as "sweepAfter"`

export const findStorageIdentity = (system: Sql): Promise<StorageIdentity | undefined> =>
  system.readRow(`select ${columns} from storage_identity`)

/** The first of several nodes decides; all use its id. */
export const insertStorageIdentity = (system: Sql, hubId: string): Promise<number> =>
  system.execute('insert into storage_identity (hub_id) values ($1) on conflict do nothing', [hubId])

/** Sets the database's id to that of the storage, and keeps the sweeper away from its files until `sweepAfter`. */
export const adoptStorageIdentity = (system: Sql, hubId: string, sweepAfter: Date): Promise<number> =>
  system.execute(
    `insert into storage_identity (hub_id, sweep_after) values ($1, $2)
     on conflict (is_only) do update set hub_id = $1, sweep_after = $2`,
    [hubId, sweepAfter.toISOString()],
  )

/**
 * One generation more than both sides have. If the storage is ahead, the database was restored from a backup and lacks
 * its latest starts: the sweeper then waits until `holdUntil`.
 */
export const advanceGeneration = (system: Sql, seen: number, holdUntil: Date): Promise<StorageIdentity | undefined> =>
  system.row(
    `update storage_identity set
       sweep_after = case when $1 > generation then greatest(sweep_after, $2) else sweep_after end,
       generation = greatest(generation, $1) + 1
     returning ${columns}`,
    [seen, holdUntil.toISOString()],
  )

/**
 * No file counts as an orphan until an operator ends the hold: a restored database lacks what came after its backup.
 */
export const holdSweep = (system: Sql): Promise<number> =>
  system.execute(`update storage_identity set sweep_after = '9999-01-01T00:00:00Z'`)

export const endSweepHold = (system: Sql): Promise<number> =>
  system.execute('update storage_identity set sweep_after = null')

/** Whether this database has any upload, and any whose bytes must exist. */
export const findKnownUploads = async (system: Sql): Promise<{ any: boolean; stored: boolean }> =>
  (await system.readRow<{ any: boolean; stored: boolean }>(
    `select exists (select 1 from uploads) as any,
            exists (select 1 from uploads where status in ('received', 'analysing', 'ready')) as stored`,
  )) ?? { any: false, stored: false }
