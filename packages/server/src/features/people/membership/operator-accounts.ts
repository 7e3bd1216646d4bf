import type { Database } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import { type Audit, operatorActor } from '../audit/audit.ts'
import type { AccountChanges } from './account-changes.ts'

/** Decisions of the operator about a whole account, made by commands and recorded in the audit. */
export interface OperatorAccounts {
  /** The stored name; undefined for an unknown account. */
  rename(accountId: AccountId, name: string): Promise<string | undefined>
  /** Whether something changed; undefined for an unknown account. */
  setSuspended(accountId: AccountId, isSuspended: boolean): Promise<boolean | undefined>
}

export interface OperatorAccountsOptions {
  readonly database: Database
  readonly accounts: Pick<Accounts, 'isKnown' | 'setSuspendedIn'>
  readonly audit: Audit
  readonly changes: Pick<AccountChanges, 'rename'>
}

export const operatorAccounts = ({
  database,
  accounts,
  audit,
  changes,
}: OperatorAccountsOptions): OperatorAccounts => ({
  async rename(accountId, name) {
    if (!(await accounts.isKnown(accountId))) return undefined
    return database.tenantTransaction(accountId, (trx) => changes.rename(trx, operatorActor, name))
  },
  async setSuspended(accountId, isSuspended) {
    if (!(await accounts.isKnown(accountId))) return undefined
    return database.tenantTransaction(accountId, async (trx) => {
      const isChanged = await accounts.setSuspendedIn(trx, isSuspended)
      const type = isSuspended ? 'account.suspended' : 'account.resumed'
      if (isChanged)
        await audit.recordForHub(trx.transaction, { type, actor: operatorActor, data: { account: accountId } })
      return isChanged
    })
  },
})
