import type { Database } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { Accounts, MoveIn } from '../../accounts/index.ts'
import { type Audit, type AuditActor, operatorActor } from '../audit/audit.ts'
import type { AccountChanges } from './account-changes.ts'

/** Decisions of operators about a whole account, recorded in the audit. */
export interface OperatorAccounts {
  /** The stored name; undefined for an unknown account. */
  rename(accountId: AccountId, name: string): Promise<string | undefined>
  /** Whether something changed; undefined for an unknown account. */
  setSuspended(accountId: AccountId, isSuspended: boolean): Promise<boolean | undefined>
  /** Replaces a move that is open. False for an unknown account. */
  openMoveIn(accountId: AccountId, moveIn: MoveIn, actor?: AuditActor): Promise<boolean>
  /** Whether a move was open; undefined for an unknown account. */
  endMoveIn(accountId: AccountId, actor?: AuditActor): Promise<boolean | undefined>
}

export interface OperatorAccountsOptions {
  readonly database: Database
  readonly accounts: Pick<Accounts, 'isKnown' | 'setSuspendedIn' | 'openMoveInIn' | 'endMoveInIn'>
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
  async openMoveIn(accountId, moveIn, actor = operatorActor) {
    if (!(await accounts.isKnown(accountId))) return false
    await database.tenantTransaction(accountId, async (trx) => {
      await accounts.openMoveInIn(trx, moveIn)
      const { until, factor, storedBytes } = moveIn
      const data = { account: accountId, until, factor: `${factor}`, storedBytes: storedBytes?.toString() ?? null }
      await audit.recordForHub(trx.transaction, { type: 'move_in.opened', actor, data })
    })
    return true
  },
  async endMoveIn(accountId, actor = operatorActor) {
    if (!(await accounts.isKnown(accountId))) return undefined
    return database.tenantTransaction(accountId, async (trx) => {
      const wasOpen = await accounts.endMoveInIn(trx)
      if (wasOpen)
        await audit.recordForHub(trx.transaction, { type: 'move_in.ended', actor, data: { account: accountId } })
      return wasOpen
    })
  },
})
