import { AppError } from '@spindle/contract'
import type { SessionPrincipal } from '../../../http/principal.ts'
import type { Clock } from '../../../platform/clock.ts'
import {
  type Database,
  type Tenant,
  type TenantTransaction,
  type Transaction,
  tenantSql,
} from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import { type Audit, type AuditActor, hubActor } from '../../people/index.ts'
import {
  type ConnectionRow,
  deleteConnectionOfGrant,
  deleteConnectionOfUser,
  deleteConnectionsIn,
  deleteConnectionsOfNativeClients,
  deleteConnectionsOfUser,
  findConnection,
  findConnectionOfGrant,
  listConnectionsIn,
  listConnectionsOfUser,
  setConnectionUsed,
} from './connection-queries.ts'
import { deletePayloadsOfGrants } from './payload-queries.ts'

/**
 * Connections: a program that acts for a person in an account. Read with every token that names one and remembered
 * nowhere, so that what was ended is refused at once, by every node.
 */
export interface Connections {
  find(accountId: AccountId, id: string): Promise<ConnectionRow | undefined>
  findOfGrant(grantId: string): Promise<ConnectionRow | undefined>
  /** Its code or token was used twice, so it may be stolen. */
  endGrant(grantId: string): Promise<void>
  noteUse(grantId: string): Promise<void>
  /** Those of the tools; a key that `spindle` made is seen among the keys. */
  list(userId: string): Promise<ConnectionRow[]>
  /** What acts for a person in one account, of any kind. */
  listIn(tenant: Tenant, userId: string): Promise<readonly { readonly id: string; readonly name: string }[]>
  endIn(trx: TenantTransaction, actor: AuditActor, userId: string): Promise<void>
  /** What acts by these native clients of the account, for any member. */
  endOfClients(trx: TenantTransaction, actor: AuditActor, clientIds: readonly string[]): Promise<void>
  /** In every account. */
  endAll(trx: Transaction, actor: AuditActor, userId: string): Promise<void>
  /** Throws `connection_not_found` unless it is one of the person. */
  end(person: Pick<SessionPrincipal, 'id' | 'name'>, id: string): Promise<void>
}

export interface ConnectionsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly audit: Audit
}

export function connectionService({ database, clock, audit }: ConnectionsOptions): Connections {
  const onlyLive = (row: ConnectionRow | undefined): ConnectionRow | undefined =>
    row && clock.now() < row.expiresAt.getTime() ? row : undefined
  const eventOf = ({ id, clientId, clientName }: ConnectionRow, actor: AuditActor) => ({
    type: 'connection.ended' as const,
    actor,
    data: { connection: id, client: clientId, name: clientName },
  })
  const recordEnd = (trx: Transaction, row: ConnectionRow, actor: AuditActor) =>
    audit.recordForAccount(tenantSql(trx, row.accountId), eventOf(row, actor))
  const finish = async (trx: Transaction, ended: readonly ConnectionRow[], actor: AuditActor): Promise<void> => {
    await deletePayloadsOfGrants(
      trx,
      ended.map(({ grantId }) => grantId),
    )
    for (const [accountId, rows] of Map.groupBy(ended, (row) => row.accountId))
      await audit.recordAllForAccount(
        tenantSql(trx, accountId),
        rows.map((row) => eventOf(row, actor)),
      )
  }
  return {
    find: async (accountId, id) => onlyLive(await findConnection(database.tenant(accountId), id)),
    findOfGrant: async (grantId) => onlyLive(await findConnectionOfGrant(database.system, grantId)),
    endGrant: (grantId) =>
      database.transaction(async (trx) => {
        const ended = await deleteConnectionOfGrant(trx, grantId)
        if (ended) await recordEnd(trx, ended, hubActor)
      }),
    noteUse: (grantId) => setConnectionUsed(database.system, grantId, new Date(clock.now())),
    list: (userId) => listConnectionsOfUser(database.system, userId, new Date(clock.now())),
    listIn: async (tenant, userId) =>
      (await listConnectionsIn(tenant, userId, new Date(clock.now()))).map(({ id, clientName }) => ({
        id,
        name: clientName,
      })),
    endIn: async (trx, actor, userId) => finish(trx.transaction, await deleteConnectionsIn(trx, userId), actor),
    endOfClients: async (trx, actor, clientIds) =>
      finish(trx.transaction, await deleteConnectionsOfNativeClients(trx, clientIds), actor),
    endAll: async (trx, actor, userId) => finish(trx, await deleteConnectionsOfUser(trx, userId), actor),
    end: (person, id) =>
      database.transaction(async (trx) => {
        const ended = await deleteConnectionOfUser(trx, person.id, id)
        if (!ended) throw new AppError('connection_not_found')
        await deletePayloadsOfGrants(trx, [ended.grantId])
        await recordEnd(trx, ended, { type: 'user', id: person.id, name: person.name })
      }),
  }
}
