import type { Tenant } from '../../src/platform/database/sql.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'

/** A database for one process that can be killed before or after any statement of an account. */
export interface MortalDatabase {
  readonly opened: OpenDatabase
  /** True if `work` was killed at its statement with this number, counted from 0, before or after it ran. */
  killDuring(statement: number, isCarriedOut: boolean, work: () => Promise<unknown>): Promise<boolean>
}

export class Killed extends Error {}

/** No other process may use accounts of the database while it kills. */
export function mortalDatabase(opened: OpenDatabase): MortalDatabase {
  let plan: { left: number; readonly isCarriedOut: boolean } | undefined
  let isDead = false
  const live = async <T>(statement: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Killed()
    if (!plan || plan.left-- > 0) return statement()
    const { isCarriedOut } = plan
    if (isCarriedOut) await statement()
    isDead = true
    throw new Killed()
  }
  const { database } = opened
  const tenant = (of: Tenant): Tenant => ({
    accountId: of.accountId,
    readRows: (...statement) => live(() => of.readRows(...statement)),
    readRow: (...statement) => live(() => of.readRow(...statement)),
    rows: (...statement) => live(() => of.rows(...statement)),
    row: (...statement) => live(() => of.row(...statement)),
    execute: (...statement) => live(() => of.execute(...statement)),
  })
  const mortal: OpenDatabase['database'] = Object.create(database, {
    tenant: { value: (accountId: Tenant['accountId']) => tenant(database.tenant(accountId)) },
    tenantTransaction: {
      value: (...transaction: Parameters<typeof database.tenantTransaction>) =>
        live(() => database.tenantTransaction(...transaction)),
    },
  })
  return {
    opened: { ...opened, database: mortal, close: () => opened.close() },
    async killDuring(statement, isCarriedOut, work) {
      plan = { left: statement, isCarriedOut }
      try {
        await work()
      } catch (error) {
        if (!isDead) throw error
      } finally {
        plan = undefined
      }
      const wasKilled = isDead
      isDead = false
      return wasKilled
    },
  }
}
