import { AppError } from '@spindle/contract'
import { maxNativeClients, type NativeClient } from '@spindle/contract/console'
import type { AdapterPayload } from 'oidc-provider'
import type { UserPrincipal } from '../../../../http/principal.ts'
import type { PageRequest, PageResult } from '../../../../http/responses/handler-response.ts'
import { pageOf } from '../../../../http/responses/page-of.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database, Tenant, TenantTransaction } from '../../../../platform/database/sql.ts'
import { type Ids, isId } from '../../../../platform/values/ids.ts'
import { type AccessByMaker, type Audit, type AuditActor, hubActor } from '../../../people/index.ts'
import type { Connections } from '../connections.ts'
import { agentClient } from '../registered-clients.ts'
import {
  countNativeClients,
  countNativeClientsAlone,
  deleteNativeClients,
  findNativeClient,
  insertNativeClient,
  listAccountsOfMaker,
  listNativeClientRows,
  listNativeClientsOf,
  lockNativeClient,
  type NativeClientRow,
} from './native-client-queries.ts'

/**
 * Client ids for programs on a computer, which publish no document and have no public address (RFC 8252). A member
 * makes one; it names the program and gives no access. A request with it is answered to loopback only, and only for the
 * account in which it was made.
 */
export interface NativeClients {
  list(tenant: Tenant, page: PageRequest): Promise<PageResult<NativeClient>>
  /** Throws `quota_exceeded`. */
  create(trx: TenantTransaction, member: UserPrincipal, name: string): Promise<NativeClient>
  /** Ends its connections too. Throws `native_client_not_found`, `role_insufficient`. */
  revoke(trx: TenantTransaction, member: UserPrincipal, id: string): Promise<void>
  find(id: string): Promise<AdapterPayload | undefined>
  /** Made by a person, shown before the person loses rights. */
  readonly byMaker: AccessByMaker
}

export interface NativeClientsOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly audit: Audit
  readonly connections: Pick<Connections, 'endOfClients'>
}

/** The library needs addresses; which ones it takes is decided by loopback-redirect.ts. */
const exampleRedirects = ['http://127.0.0.1/', 'http://[::1]/', 'http://localhost/']

export function nativeClientService(options: NativeClientsOptions): NativeClients {
  const { database, ids, clock, audit, connections } = options
  const remove = async (trx: TenantTransaction, actor: AuditActor, clientIds: readonly string[]): Promise<void> => {
    await connections.endOfClients(trx, actor, clientIds)
    await deleteNativeClients(trx, clientIds)
  }
  return {
    async list(tenant, { limit, after, wantsTotal }) {
      const rows = await listNativeClientRows(tenant, { limit: limit + 1, after })
      const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
      return { data: data.map(toItem), next, ...(wantsTotal ? { total: await countNativeClients(tenant) } : {}) }
    },
    async create(trx, member, wished) {
      requireRoom(await countNativeClientsAlone(trx))
      const row: NativeClientRow = {
        id: ids.make('nac'),
        name: wished.trim(),
        madeBy: member.id,
        makerName: member.name,
        createdAt: new Date(clock.now()),
      }
      await insertNativeClient(trx, row)
      await audit.recordForAccount(trx, { type: 'native_client.created', actor: toActor(member), data: dataOf(row) })
      return toItem(row)
    },
    async revoke(trx, member, id) {
      const row = await lockNativeClient(trx, id)
      if (!row) throw new AppError('native_client_not_found')
      requireOwn(row, member)
      await remove(trx, toActor(member), [id])
      await audit.recordForAccount(trx, { type: 'native_client.revoked', actor: toActor(member), data: dataOf(row) })
    },
    async find(id) {
      const row = isId('nac', id) ? await findNativeClient(database.system, id) : undefined
      return (
        row && {
          ...agentClient({ id, name: row.name, redirectUris: exampleRedirects }),
          native_account_id: row.accountId,
        }
      )
    },
    byMaker: {
      listIds: async (tenant, makers) => (await listNativeClientsOf(tenant, makers)).map(({ id }) => id),
      list: listNativeClientsOf,
      listAccounts: (maker) => listAccountsOfMaker(database.system, maker),
      async end(trx, makers) {
        const ended = await listNativeClientsOf(trx, makers)
        await remove(
          trx,
          hubActor,
          ended.map(({ id }) => id),
        )
        return ended
      },
    },
  }
}

const toActor = ({ id, name }: UserPrincipal): AuditActor => ({ type: 'user', id, name })

const dataOf = ({ id, name }: NativeClientRow) => ({ client: id, name })

const toItem = ({ id, name, madeBy, makerName, createdAt }: NativeClientRow): NativeClient => ({
  id,
  name,
  madeBy: { id: madeBy, name: makerName },
  createdAt: createdAt.toISOString(),
})

function requireRoom(used: number): void {
  if (used < maxNativeClients) return
  throw new AppError('quota_exceeded', {
    detail: `The account can have at most ${maxNativeClients} client ids for programs and has ${used}. Revoke one that you do not need.`,
    extensions: { quota: 'native_clients', limit: maxNativeClients, used },
  })
}

function requireOwn({ madeBy, makerName }: NativeClientRow, { id, role }: UserPrincipal): void {
  if (madeBy === id || role === 'owner') return
  throw new AppError('role_insufficient', {
    detail: `${makerName} created this client id. Ask them, or an owner of the account, to revoke it.`,
    extensions: { role },
  })
}
