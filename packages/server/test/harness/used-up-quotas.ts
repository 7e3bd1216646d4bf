import type { AccountId } from '../../src/platform/values/ids.ts'
import type { TestHub } from './hub.ts'

/** Increases the usage of an account, as its quotas count it. */

export interface CountedUsage {
  readonly releases?: number
  readonly documentBytes?: number
  readonly openUploads?: number
  readonly storedBytes?: number
}

export async function addUsage(hub: TestHub, accountId: AccountId, usage: CountedUsage): Promise<void> {
  const { releases = 0, documentBytes = 0, openUploads = 0, storedBytes = 0 } = usage
  await hub.opened.database.tenantTransaction(accountId, (trx) =>
    trx.execute('select add_usage($1, $2, $3, $4, 0, $5)', [releases, documentBytes, openUploads, storedBytes]),
  )
}
