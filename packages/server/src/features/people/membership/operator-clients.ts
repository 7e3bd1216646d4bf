import type { Database } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import { operatorActor } from '../audit/audit.ts'
import type { AccountChanges } from './account-changes.ts'

/** Service clients that the operator makes and revokes by commands; recorded like those of owners. */
export interface OperatorClients {
  /** Undefined for an unknown account. */
  create(accountId: AccountId, name: string): ReturnType<Accounts['createClient']>
  /** False for an unknown client; its tokens are refused within seconds. */
  revoke(clientId: string): Promise<boolean>
}

export interface OperatorClientsOptions {
  readonly database: Database
  readonly accounts: Pick<Accounts, 'isKnown' | 'findAccountOfClient'>
  readonly changes: Pick<AccountChanges, 'createClient' | 'revokeClient'>
}

export const operatorClients = ({ database, accounts, changes }: OperatorClientsOptions): OperatorClients => ({
  async create(accountId, name) {
    if (!(await accounts.isKnown(accountId))) return undefined
    return database.tenantTransaction(accountId, (trx) => changes.createClient(trx, operatorActor, name))
  },
  async revoke(clientId) {
    const accountId = await accounts.findAccountOfClient(clientId)
    if (!accountId) return false
    await database.tenantTransaction(accountId, (trx) => changes.revokeClient(trx, operatorActor, clientId))
    return true
  },
})
