import { AppError } from '@spindle/contract'
import type { Clock } from '../../platform/clock.ts'
import { isForeignKeyViolation } from '../../platform/database/postgres-errors.ts'
import type { Database, Sql, Tenant, Transaction } from '../../platform/database/sql.ts'
import { type AccountId, type Id, type Ids, isId } from '../../platform/ids.ts'
import { digestOf, makeSecret } from '../../platform/secrets.ts'
import {
  type AccountRow,
  findAccountNames,
  findActiveClientRow,
  findOwnName,
  insertAccount,
  insertClient,
  isAccountKnown,
  listAccountRows,
  listClientRows,
  setClientRevoked,
} from './store.ts'

/**
 * Accounts and their service clients: what the operator provisions, and what the authorization server authenticates.
 * A client's secret leaves `createClient` once; its SHA-256 is all that stays.
 */
export interface Accounts {
  createAccount(name: string): Promise<AccountRow>
  /** The same inside a transaction of the caller. */
  createAccountIn(trx: Transaction, name: string): Promise<AccountRow>
  listAccounts(): Promise<AccountRow[]>
  isKnown(accountId: AccountId): Promise<boolean>
  /** The name of the account whose statements these are. */
  findName(tenant: Tenant): Promise<string>
  /** Ids that name no account are missing from the map. */
  findNames(accountIds: readonly AccountId[]): Promise<Map<string, string>>
  /** Undefined when there is no such account. */
  createClient(accountId: AccountId, name: string): Promise<NewClient | undefined>
  listClients(accountId: AccountId): Promise<Client[]>
  /** False when there is no such client; tokens it was given are refused within seconds. */
  revokeClient(clientId: string): Promise<boolean>
  /** Undefined for a client that is unknown or revoked. */
  findActiveClient(clientId: string): Promise<ActiveClient | undefined>
}

interface NewClient {
  readonly clientId: Id<'cli'>
  readonly clientSecret: string
}

interface Client {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  readonly revokedAt: Date | null
}

export interface ActiveClient {
  readonly id: string
  readonly accountId: AccountId
  readonly secretSha256: Buffer
}

export interface AccountsOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
}

export function accountService({ database, ids, clock }: AccountsOptions): Accounts {
  const create = async (sql: Sql, name: string): Promise<AccountRow> => {
    const account = { id: ids.make('acc'), name: parseName(name), createdAt: new Date(clock.now()) }
    await insertAccount(sql, account)
    return account
  }
  return {
    createAccount: (name) => create(database.system, name),
    createAccountIn: create,
    listAccounts: () => listAccountRows(database.system),
    isKnown: (accountId) => isAccountKnown(database.system, accountId),
    findName: async (tenant) => (await findOwnName(tenant))?.name ?? '',
    findNames: async (accountIds) =>
      new Map((await findAccountNames(database.system, accountIds)).map(({ id, name }) => [id, name])),
    async createClient(accountId, name) {
      const clientId = ids.make('cli')
      const clientSecret = makeSecret('spcs_')
      const row = { id: clientId, name: parseName(name), createdAt: new Date(clock.now()) }
      try {
        await insertClient(database.tenant(accountId), { ...row, secretSha256: digestOf(clientSecret) })
      } catch (error) {
        if (isForeignKeyViolation(error, 'service_clients_account_id_fkey')) return undefined
        throw error
      }
      return { clientId, clientSecret }
    },
    listClients: (accountId) => listClientRows(database.tenant(accountId)),
    revokeClient: (clientId) => database.transaction((trx) => setClientRevoked(trx, clientId, new Date(clock.now()))),
    findActiveClient: async (clientId) =>
      isId('cli', clientId) ? findActiveClientRow(database.system, clientId) : undefined,
  }
}

/** Accounts and clients are named by people; the column would refuse the same names with an error of its own. */
function parseName(input: string): string {
  const name = input.trim()
  if (name.length >= 1 && name.length <= 200 && !/\p{Cc}/u.test(name)) return name
  throw new AppError('validation_failed', {
    detail: 'The name must have 1 to 200 characters and no control characters.',
    errors: [{ pointer: '/name', code: 'name', detail: 'Must have 1 to 200 characters and no control characters.' }],
  })
}
