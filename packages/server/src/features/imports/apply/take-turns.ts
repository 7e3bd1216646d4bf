import type { Database } from '../../../platform/database/sql.ts'
import type { Log } from '../../../platform/logging/log.ts'
import { applyImport, type ImportJob } from '../import-job.ts'
import { listNextImports } from '../import-queries.ts'

/**
 * A job is one turn of its account, not of a certain import: the later turns of a backlog come after the first ones of
 * other accounts, and each turn takes the message that was submitted first.
 */
export const takeTurns =
  (
    { database, log }: { readonly database: Pick<Database, 'tenant'>; readonly log: Pick<Log, 'warn'> },
    apply: (job: ImportJob) => Promise<void>,
  ) =>
  async ({ accountId, importId }: ImportJob): Promise<void> => {
    const [oldest, own] = await listNextImports(database.tenant(accountId), importId)
    if (oldest === undefined) return
    try {
      await apply({ accountId, importId: oldest })
    } catch (error) {
      if (own === undefined) throw error
      // A message that fails each time has separate turns: later messages do not wait for it.
      log.warn('jobs.attempt_failed', { job: applyImport.name, error })
      await apply({ accountId, importId: own })
    }
  }
