import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Sql, Transaction } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { OpenDatabase } from '../../platform/open-database.ts'
import type { Keys } from '../../platform/secrets/encryption.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import { insertRestoredFeedTimeline } from '../plays/index.ts'
import { endSweepHold, holdSweep } from '../uploads/index.ts'
import {
  findLastComplete,
  findLastDrill,
  findLastVerified,
  findOpenRestore,
  finishRestores,
  insertCheck,
  insertDrill,
  insertRestore,
  type Restore,
} from './backup-queries.ts'
import { checkBackups } from './check-backups.ts'
import { type BackupReport, type BackupRequest, createBackup } from './create-backup.ts'
import { deletionJob } from './keep-bytes.ts'

export {
  type Archive,
  type ArchiveKeys,
  describeArchive,
  findDamaged,
  type NewBackup,
  openArchive,
  openArchiveForWriting,
  pickName,
  type ReadableArchive,
  type StoredFile,
} from './archive/archive.ts'
export { ArchiveError } from './archive/archive-error.ts'
export { generateBackupKey, parseRecipient, parseSecretKey } from './archive/backup-keys.ts'
export { bucketPlace } from './archive/bucket/bucket-place.ts'
export { examinedAtOnce } from './archive/file-threads.ts'
export { folderPlace } from './archive/folder-place.ts'
export { type Measured, measuring } from './archive/measuring.ts'
export type { ArchivePlace } from './archive/place.ts'
export { withTemporaryFile } from './archive/temporary-file.ts'
export { checkBackupAge, checkBackups } from './check-backups.ts'
export { type CopiedBytes, copyBytes } from './copy-bytes.ts'
export type { BackupReport } from './create-backup.ts'
export { keepBytesDuringBackups, withBytesKept } from './keep-bytes.ts'
export { type FoundBackup, listBackups } from './prune/list-backups.ts'
export { pruneBackups } from './prune/prune-backups.ts'
export { openRepairSource } from './repair-source.ts'
export { type RestoreReport, restoreBackup } from './restore-backup.ts'
export { type BytesRestorer, bytesRestorer } from './restore-bytes.ts'
export { restoreHold } from './restore-hold.ts'
export { parseUploads } from './stored-uploads.ts'
export { type VerifyReport, verifyBackup } from './verify-backup.ts'

/** Backups of the whole hub, and restored hubs. */
export interface BackupsFeature extends Feature {
  create(request: BackupRequest): Promise<BackupReport>
  /** Holds a hub whose database was reset to an earlier time by other tools. False if it is already held. */
  beginRestore(to: Date): Promise<boolean>
  /** Records that a backup was restored elsewhere as a test; null: by other means than the hub's. */
  noteDrill(backupId: string | null): Promise<void>
  /** Records that every byte of a backup was read and is intact. */
  noteVerified(backup: { readonly id: string; readonly createdAt: string }): Promise<void>
  /** Ends the hold of a restored hub; undefined without a hold. */
  finishRestore(): Promise<Restore | undefined>
}

export interface BackupsOptions {
  readonly opened: OpenDatabase
  readonly blobs: Blobs
  readonly secrets: Keys
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** Called in the transaction that ends the hold of a restored hub. */
  onRestoreFinished(trx: Transaction): Promise<void>
}

export function backupsFeature({
  opened,
  blobs,
  secrets,
  clock,
  log,
  metrics,
  onRestoreFinished,
}: BackupsOptions): BackupsFeature {
  const { database } = opened
  registerGauges(metrics, database.system)
  return {
    jobs: [deletionJob(blobs, database.system)],
    async start() {
      const restore = await findOpenRestore(database.system)
      if (restore) log.warn('backups.restored', { ...restore })
    },
    create: (request) => createBackup({ opened, blobs, secrets, log, now: () => new Date(clock.now()) }, request),
    beginRestore: (to) =>
      database.transaction(async (trx) => {
        if (await findOpenRestore(trx)) return false
        const createdAt = to.toISOString()
        await holdSweep(trx)
        await insertRestoredFeedTimeline(trx, `restored to ${createdAt}`)
        await insertRestore(trx, { id: `the instant ${createdAt}`, createdAt })
        return true
      }),
    noteVerified: async (backup) => void (await insertCheck(database.system, backup)),
    noteDrill: async (backupId) => void (await insertDrill(database.system, backupId)),
    finishRestore: () =>
      database.transaction(async (trx) => {
        const restore = await findOpenRestore(trx)
        if (restore) {
          await endSweepHold(trx)
          await finishRestores(trx)
          await onRestoreFinished(trx)
        }
        return restore
      }),
  }
}

/** As the alerts read them: seconds since 1970, 0 if there was none. */
function registerGauges(metrics: Metrics, system: Sql): void {
  const secondsOf = (find: (system: Sql) => Promise<Date | undefined>) => async () =>
    ((await find(system))?.getTime() ?? 0) / 1000
  metrics.gauge('spindle_last_backup_timestamp_seconds', secondsOf(findLastComplete))
  metrics.gauge('spindle_last_verified_backup_timestamp_seconds', secondsOf(findLastVerified))
  metrics.gauge('spindle_last_restore_drill_timestamp_seconds', secondsOf(findLastDrill))
}

export interface BackupsNeeds extends Omit<BackupsOptions, 'onRestoreFinished'> {
  readonly config: Pick<Config, 'hubCommand'>
  /** Sends what was not sent while the hub was held. */
  readonly webhooks: { readonly resume: BackupsOptions['onRestoreFinished'] }
}

export const backups = defineFeature({
  name: 'backups',
  needs: ['config', 'opened', 'blobs', 'secrets', 'clock', 'log', 'metrics', 'webhooks'],
  make: ({ config, webhooks, ...options }: BackupsNeeds) => ({
    ...backupsFeature({ ...options, onRestoreFinished: webhooks.resume }),
    checks: [{ name: 'backups', run: () => checkBackups(options.opened.database, config) }],
  }),
})
