import type { Sql } from '../../platform/database/sql.ts'

/** Runs of backups, and whether this database was restored from one. Times are the database's. */

/** A run without a heartbeat for this long was killed. */
const lostAfter = `interval '2 minutes'`

export const insertRun = (system: Sql, id: string): Promise<number> =>
  system.execute('insert into backup_runs (id) values ($1)', [id])

export const noteRun = (system: Sql, id: string): Promise<number> =>
  system.execute('update backup_runs set seen_at = now() where id = $1', [id])

/** `isComplete` is undefined for a run that failed. */
export const finishRun = (system: Sql, id: string, isComplete: boolean | undefined): Promise<number> =>
  system.execute('update backup_runs set finished_at = now(), is_complete = $2 where id = $1', [id, isComplete ?? null])

export const findIsRunning = async (system: Sql): Promise<boolean> =>
  (await system.readRow(`select 1 from backup_runs where finished_at is null and seen_at > now() - ${lostAfter}`)) !==
  undefined

/** The start of the last complete backup. */
export const findLastComplete = async (system: Sql): Promise<Date | undefined> =>
  (await system.readRow<{ at: Date | null }>('select max(started_at) as at from backup_runs where is_complete'))?.at ??
  undefined

/** Records a test restore of this backup; null if another tool than the hub restored it. */
export const insertDrill = (system: Sql, backupId: string | null): Promise<number> =>
  system.execute('insert into restore_drills (backup_id) values ($1)', [backupId])

/** When a backup was last restored as a test. */
export const findLastDrill = async (system: Sql): Promise<Date | undefined> =>
  (await system.readRow<{ at: Date }>('select drilled_at as at from restore_drills order by number desc limit 1'))?.at

/** A backup of which every byte was read. */
export const insertCheck = (system: Sql, { id, createdAt }: { id: string; createdAt: string }): Promise<number> =>
  system.execute('insert into backup_checks (backup_id, backup_at) values ($1, $2)', [id, createdAt])

/** The start of the newest backup that was verified. */
export const findLastVerified = async (system: Sql): Promise<Date | undefined> =>
  (await system.readRow<{ at: Date | null }>('select max(backup_at) as at from backup_checks'))?.at ?? undefined

export interface Restore {
  readonly backupId: string
  readonly backupAt: Date
  readonly restoredAt: Date
}

export const insertRestore = (sql: Sql, { id, createdAt }: { id: string; createdAt: string }): Promise<number> =>
  sql.execute('insert into restores (backup_id, backup_at) values ($1, $2)', [id, createdAt])

/** The restore that no operator has finished yet. */
export const findOpenRestore = (system: Sql): Promise<Restore | undefined> =>
  system.readRow(
    `select backup_id as "backupId", backup_at as "backupAt", restored_at as "restoredAt"
     from restores where finished_at is null order by number desc limit 1`,
  )

/** When the backup was made from which this hub was last restored. */
export const findLastRestoredBackup = async (system: Sql): Promise<Date | undefined> =>
  (await system.readRow<{ at: Date }>('select backup_at as at from restores order by number desc limit 1'))?.at

export const finishRestores = (sql: Sql): Promise<number> =>
  sql.execute('update restores set finished_at = now() where finished_at is null')
