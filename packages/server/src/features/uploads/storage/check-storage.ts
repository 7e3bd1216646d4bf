import type { Config } from '../../../config/config.ts'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Finding } from '../../../platform/checks.ts'
import { isUndefinedTable } from '../../../platform/database/postgres-errors.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import { findStorageProblem, storageProblemFix } from './claim-storage.ts'

const unreachableFix = 'check SPINDLE_BLOBS and, for a bucket, its endpoint, its region and the permissions of its key'

/** Whether the storage can be reached and belongs to this database. */
export async function checkStorage(
  storage: { readonly system: Sql; readonly blobs: Blobs },
  config: Pick<Config, 'hubCommand'>,
): Promise<Finding> {
  try {
    const problem = await findStorageProblem(storage)
    return {
      isFine: problem === undefined,
      text: problem ?? 'belongs to this database, or both are new',
      fix: storageProblemFix(config),
    }
  } catch (error) {
    if (isUndefinedTable(error))
      return { isFine: true, text: 'the database has no tables yet; the first start creates them' }
    const { message, cause } = error as Error
    if (!(cause instanceof Error)) throw error
    return { isFine: false, text: `${message}: ${cause.name}, ${cause.message}`, fix: unreachableFix }
  }
}
