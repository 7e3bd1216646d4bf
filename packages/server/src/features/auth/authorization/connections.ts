import { AppError } from '@spindle/contract'
import type { SessionPrincipal } from '../../../http/principal.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Database, tenantSql } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/ids.ts'
import type { Audit } from '../../people/index.ts'
import {
  type ConnectionRow,
  deleteConnectionOfGrant,
  deleteConnectionOfUser,
  findConnection,
  findConnectionOfGrant,
  listConnectionsOfUser,
  setConnectionUsed,
} from './connection-store.ts'
import { deletePayloadsOfGrant } from './payload-store.ts'

/**
 * Connections: a program that acts for a person in an account. Read with every token that names one and remembered
 * nowhere, so that what was ended is refused at once, by every node.
 */
export interface Connections {
  find(accountId: AccountId, id: string): Promise<ConnectionRow | undefined>
  findOfGrant(grantId: string): Promise<ConnectionRow | undefined>
  endGrant(grantId: string): Promise<void>
  noteUse(grantId: string): Promise<void>
  /** Those of the tools; a key that `spindle` made is seen among the keys. */
  list(userId: string): Promise<ConnectionRow[]>
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
  return {
    find: async (accountId, id) => onlyLive(await findConnection(database.tenant(accountId), id)),
    findOfGrant: async (grantId) => onlyLive(await findConnectionOfGrant(database.system, grantId)),
    endGrant: (grantId) => deleteConnectionOfGrant(database.system, grantId),
    noteUse: (grantId) => setConnectionUsed(database.system, grantId, new Date(clock.now())),
    list: (userId) => listConnectionsOfUser(database.system, userId, new Date(clock.now())),
    end: (person, id) =>
      database.transaction(async (trx) => {
        const ended = await deleteConnectionOfUser(trx, person.id, id)
        if (!ended) throw new AppError('connection_not_found')
        for (const kind of ['RefreshToken', 'AuthorizationCode']) await deletePayloadsOfGrant(trx, kind, ended.grantId)
        await audit.recordForAccount(tenantSql(trx, ended.accountId), {
          type: 'connection.ended',
          actor: { type: 'user', id: person.id, name: person.name },
          data: { connection: id, client: ended.clientId, name: ended.clientName },
        })
      }),
  }
}
