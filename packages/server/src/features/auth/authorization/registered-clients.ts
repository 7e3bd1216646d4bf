import type { AdapterPayload } from 'oidc-provider'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import { deleteConnectionsOfClient } from './connection-queries.ts'
import {
  deleteRegisteredClient,
  findRegisteredClient,
  insertRegisteredClient,
  listRegisteredClients,
  type RegisteredClientRow,
} from './registered-client-queries.ts'

/** Programs of others that the operator let in by name, because they publish no document of themselves. */
export interface RegisteredClients {
  register(name: string, redirectUris: readonly string[]): Promise<RegisteredClientRow>
  list(): Promise<RegisteredClientRow[]>
  /** Ends everything that people allowed it. False for an unknown id. */
  remove(id: string): Promise<boolean>
  find(id: string): Promise<AdapterPayload | undefined>
}

export interface RegisteredClientsOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
}

export function registeredClients({ database, ids, clock }: RegisteredClientsOptions): RegisteredClients {
  return {
    async register(name, redirectUris) {
      const row = { id: ids.make('oac'), name, redirectUris: [...redirectUris], createdAt: new Date(clock.now()) }
      await insertRegisteredClient(database.system, row)
      return row
    },
    list: () => listRegisteredClients(database.system),
    remove: (id) =>
      database.transaction(async (trx) => {
        await deleteConnectionsOfClient(trx, id)
        return deleteRegisteredClient(trx, id)
      }),
    async find(id) {
      const row = id.startsWith('oac_') ? await findRegisteredClient(database.system, id) : undefined
      return row && agentClient({ id: row.id, name: row.name, redirectUris: row.redirectUris })
    },
  }
}

/** What every program of others is to the library: public, with PKCE, and with refresh tokens that rotate. */
export const agentClient = ({
  id,
  name,
  redirectUris,
}: {
  readonly id: string
  readonly name: string | undefined
  readonly redirectUris: readonly string[]
}): AdapterPayload => ({
  client_id: id,
  ...(name === undefined ? {} : { client_name: name }),
  redirect_uris: [...redirectUris],
  // On loopback the port is free (RFC 8252 section 7.3); addresses of https are taken as they are.
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
})
