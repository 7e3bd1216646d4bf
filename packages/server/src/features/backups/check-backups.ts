import type { Config } from '../../config/config.ts'
import type { Finding } from '../../platform/checks.ts'
import { isUndefinedTable } from '../../platform/database/postgres-errors.ts'
import type { Sql } from '../../platform/database/sql.ts'
import { findLastComplete, findLastDrill, findLastRestoredBackup, findOpenRestore } from './backup-queries.ts'

/** Reports the age of the newest backup. It is not fine if a restored hub has not been checked by the operator. */
export async function checkBackups(
  { system }: { readonly system: Sql },
  { hubCommand }: Pick<Config, 'hubCommand'>,
): Promise<Finding> {
  try {
    const restore = await findOpenRestore(system)
    const last = await findLastComplete(system)
    if (!restore)
      return {
        isFine: true,
        text: last ? `the last complete backup is from ${isoSeconds(last)}` : await noBackup(system),
      }
    return {
      isFine: false,
      text: `this hub was restored from the backup of ${isoSeconds(restore.backupAt)}: changes made after that, such as revocations and takedowns, are missing. The hub sends nothing to properties, stores and webhooks until the restore is finished`,
      fix: `repeat the missing changes, then run: ${hubCommand} restore finish`,
    }
  } catch (error) {
    if (!isUndefinedTable(error)) throw error
    return { isFine: true, text: 'none yet' }
  }
}

async function noBackup(system: Sql): Promise<string> {
  const from = await findLastRestoredBackup(system)
  return from ? `none since this hub was restored from the backup of ${isoSeconds(from)}` : 'none yet'
}

const hourMs = 60 * 60_000
const maxBackupHours = 26
const maxDrillDays = 35

/** Whether a backup was made in the last day, and one was restored in the last month, as the alerts count them. */
export async function checkBackupAge(system: Sql): Promise<Finding> {
  const [backup, drill] = await Promise.all([findLastComplete(system), findLastDrill(system)])
  const hoursSince = (at: Date): number => Math.floor((Date.now() - at.getTime()) / hourMs)
  const told = [
    backup === undefined
      ? 'no backup has been completed yet'
      : `the last complete backup is ${hoursSince(backup)} hours old`,
    drill === undefined
      ? 'no backup has been restored as a test yet'
      : `the last restore test was ${Math.floor(hoursSince(drill) / 24)} days ago`,
  ]
  return {
    isFine:
      backup !== undefined &&
      drill !== undefined &&
      hoursSince(backup) <= maxBackupHours &&
      hoursSince(drill) <= maxDrillDays * 24,
    text: told.join('; '),
    fix: 'run backup create every day, and backup drill every month',
  }
}

const isoSeconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`
