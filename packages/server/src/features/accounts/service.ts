import { AppError } from '@spindle/contract'
import { pageOf } from '../../http/responses/page-of.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { isForeignKeyViolation } from '../../platform/database/postgres-errors.ts'
import type { Database, Sql, Tenant, TenantTransaction, Transaction } from '../../platform/database/sql.ts'
import { digestOf, makeSecret } from '../../platform/secrets/secrets.ts'
import { type AccountId, type Id, type Ids, isId } from '../../platform/values/ids.ts'
import {
  type AccountQuery,
  type AccountRow,
  accountStatesChannel,
  clearMoveIn,
  clientsChannel,
  countAccounts,
  findAccountNames,
  findAccountOfClient,
  findAccountPage,
  findActiveClientRow,
  findOwnName,
  insertAccount,
  insertClient,
  isAccountKnown,
  listAccountRows,
  listAccountsOfMaker,
  listClientIdsOf,
  listClientRows,
  listLiveClientsOf,
  listNewestClientRows,
  revokeClientsOf,
  setMoveIn,
  setName,
  setOwnClientRevoked,
  setSuspended,
} from './account-queries.ts'
import { type MoveIn, requireValidMoveIn } from './move-in.ts'
import { type AccountUsage, listUsage, noUsage } from './usage-queries.ts'

/**
 * Accounts and their service clients: what the operator provisions, and what the authorization server authenticates.
 * A client's secret leaves `createClient` once; its SHA-256 is all that stays.
 */
export interface Accounts {
  createAccount(name: string): Promise<AccountRow>
  /** The same inside a transaction of the caller. */
  createAccountIn(trx: Transaction, name: string): Promise<AccountRow>
  listAccounts(): Promise<AccountRow[]>
  /** With what each has, newest first. `next` is the `after` of the next page. */
  listPage(query: AccountQuery): Promise<{ readonly data: readonly AccountFigures[]; readonly next: string | null }>
  /** Whose name holds this, or all. */
  count(q?: string): Promise<number>
  isKnown(accountId: AccountId): Promise<boolean>
  /** The name of the account whose statements these are. */
  findName(tenant: Tenant): Promise<string>
  /** Ids that name no account are missing from the map. */
  findNames(accountIds: readonly AccountId[]): Promise<Map<string, string>>
  /** Undefined for an unknown account. */
  createClient(accountId: AccountId, name: string): Promise<NewClient | undefined>
  listClients(accountId: AccountId): Promise<Client[]>
  /** Throws `validation_failed`. */
  renameIn(trx: TenantTransaction, name: string): Promise<void>
  /** Suspends the account, or resumes it; false when it was so already. */
  setSuspendedIn(trx: TenantTransaction, isSuspended: boolean): Promise<boolean>
  /** Raises the limits of the account until an instant. Throws `validation_failed`. */
  openMoveInIn(trx: TenantTransaction, moveIn: MoveIn): Promise<void>
  /** Restores the usual limits; false when no move is open. */
  endMoveInIn(trx: TenantTransaction): Promise<boolean>
  /** In the account of the transaction. */
  createClientIn(trx: TenantTransaction, name: string, madeBy: string | null): Promise<NewClient>
  listOwnClients(tenant: Tenant): Promise<Client[]>
  /** The client of this account that is revoked now; undefined for an unknown client. */
  revokeClientIn(trx: TenantTransaction, clientId: string): Promise<{ readonly name: string } | undefined>
  /** The clients that a person made. */
  readonly clientsByMaker: ClientsByMaker
  /** The account of the client, revoked or not; undefined for an unknown client. */
  findAccountOfClient(clientId: string): Promise<AccountId | undefined>
  /** Undefined for a client that is unknown or revoked. */
  findActiveClient(clientId: string): Promise<ActiveClient | undefined>
}

export interface AccountFigures extends AccountRow {
  readonly usage: AccountUsage
}

/** In the terms of the people feature, which calls it: people/membership/access-by-maker.ts. */
interface ClientsByMaker {
  listIds(tenant: Tenant, makers: readonly string[]): Promise<readonly string[]>
  list(tenant: Tenant, makers: readonly string[]): Promise<readonly { readonly id: string; readonly name: string }[]>
  listAccounts(maker: string): Promise<readonly AccountId[]>
  end(
    trx: TenantTransaction,
    makers: readonly string[],
  ): Promise<readonly { readonly id: string; readonly name: string }[]>
}

interface NewClient {
  readonly clientId: Id<'cli'>
  readonly clientSecret: string
}

interface Client {
  readonly id: Id<'cli'>
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
  readonly notifications: Pick<Notifications, 'announce'>
  readonly ids: Ids
  readonly clock: Clock
}

export function accountService({ database, notifications, ids, clock }: AccountsOptions): Accounts {
  const create = async (sql: Sql, name: string): Promise<AccountRow> => {
    const account = { id: ids.make('acc'), name: parseName(name), createdAt: new Date(clock.now()) }
    await insertAccount(sql, account)
    return { ...account, suspendedAt: null, moveIn: null }
  }
  const addClient = async (tenant: Tenant, name: string, madeBy: string | null): Promise<NewClient> => {
    const clientId = ids.make('cli')
    const clientSecret = makeSecret('spcs_')
    const row = { id: clientId, name: parseName(name), createdAt: new Date(clock.now()), madeBy }
    await insertClient(tenant, { ...row, secretSha256: digestOf(clientSecret) })
    return { clientId, clientSecret }
  }
  return {
    createAccount: (name) => create(database.system, name),
    createAccountIn: create,
    listAccounts: () => listAccountRows(database.system),
    async listPage({ limit, ...query }) {
      const rows = await findAccountPage(database.system, { ...query, limit: limit + 1 })
      const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
      const found = await listUsage(
        database.system,
        data.map(({ id }) => id),
      )
      const usages = new Map(found.map(({ accountId, ...usage }) => [accountId, usage]))
      return { data: data.map((account) => ({ ...account, usage: usages.get(account.id) ?? noUsage })), next }
    },
    count: (q) => countAccounts(database.system, q),
    isKnown: (accountId) => isAccountKnown(database.system, accountId),
    findName: async (tenant) => (await findOwnName(tenant))?.name ?? '',
    findNames: async (accountIds) =>
      new Map((await findAccountNames(database.system, accountIds)).map(({ id, name }) => [id, name])),
    async createClient(accountId, name) {
      try {
        return await addClient(database.tenant(accountId), name, null)
      } catch (error) {
        if (isForeignKeyViolation(error, 'service_clients_account_id_fkey')) return undefined
        throw error
      }
    },
    renameIn: (trx, name) => setName(trx, parseName(name)),
    async setSuspendedIn(trx, isSuspended) {
      const isChanged = await setSuspended(trx, isSuspended ? new Date(clock.now()) : null)
      if (isChanged) await notifications.announce(trx.transaction, accountStatesChannel, [trx.accountId])
      return isChanged
    },
    ...moveIns({ notifications, clock }),
    createClientIn: addClient,
    listOwnClients: (tenant) => listNewestClientRows(tenant),
    async revokeClientIn(trx, id) {
      const revoked = await setOwnClientRevoked(trx, { id, now: new Date(clock.now()) })
      if (revoked) await notifications.announce(trx.transaction, clientsChannel, [id])
      return revoked
    },
    clientsByMaker: {
      listIds: listClientIdsOf,
      list: listLiveClientsOf,
      listAccounts: (maker) => listAccountsOfMaker(database.system, maker),
      async end(trx, makers) {
        const ended = await revokeClientsOf(trx, makers, new Date(clock.now()))
        await notifications.announce(
          trx.transaction,
          clientsChannel,
          ended.map(({ id }) => id),
        )
        return ended
      },
    },
    listClients: (accountId) => listClientRows(database.tenant(accountId)),
    findAccountOfClient: (clientId) => findAccountOfClient(database.system, clientId),
    findActiveClient: async (clientId) =>
      isId('cli', clientId) ? findActiveClientRow(database.system, clientId) : undefined,
  }
}

const moveIns = ({
  notifications,
  clock,
}: Pick<AccountsOptions, 'notifications' | 'clock'>): Pick<Accounts, 'openMoveInIn' | 'endMoveInIn'> => ({
  async openMoveInIn(trx, moveIn) {
    requireValidMoveIn(moveIn, clock.now())
    await setMoveIn(trx, moveIn, new Date(clock.now()))
    await notifications.announce(trx.transaction, accountStatesChannel, [trx.accountId])
  },
  async endMoveInIn(trx) {
    const wasOpen = await clearMoveIn(trx, new Date(clock.now()))
    if (wasOpen) await notifications.announce(trx.transaction, accountStatesChannel, [trx.accountId])
    return wasOpen
  },
})

/** Accounts and clients are named by people; the column would refuse the same names with its own error. */
function parseName(input: string): string {
  const name = input.trim()
  if (name.length >= 1 && name.length <= 200 && !/\p{Cc}/u.test(name)) return name
  throw new AppError('validation_failed', {
    detail: 'The name must have 1 to 200 characters and no control characters.',
    errors: [{ pointer: '/name', code: 'name', detail: 'Must have 1 to 200 characters and no control characters.' }],
  })
}
