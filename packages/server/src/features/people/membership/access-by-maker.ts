import type { MemberAccess } from '@spindle/contract/console'
import type { Tenant, TenantTransaction, Transaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { Audit, AuditActor, AuditType } from '../audit/audit.ts'
import { deleteInvitationsBy, listInvitationsBy } from '../users/link-queries.ts'

/**
 * What a person made in an account that works without the person: keys, service clients, webhooks, and native clients,
 * which other members may use. A client can make keys, and both can make webhooks; these count as made by the person.
 * Programs act for the person, and their access ends with the membership.
 */
export interface MadeAccess {
  list(tenant: Tenant, userId: string): Promise<MemberAccess>
  end(trx: TenantTransaction, actor: AuditActor, userId: string): Promise<void>
  /** Accounts in which a person made access, as a member or not. */
  listAccounts(userId: string): Promise<readonly AccountId[]>
}

/** One kind of access, as its feature offers it. */
export interface AccessByMaker {
  /** Including what no longer works. */
  listIds(tenant: Tenant, makers: readonly string[]): Promise<readonly string[]>
  /** What still works; at most a thousand. */
  list(tenant: Tenant, makers: readonly string[]): Promise<readonly Named[]>
  listAccounts(maker: string): Promise<readonly AccountId[]>
  /** Returns what has ended. */
  end(trx: TenantTransaction, makers: readonly string[]): Promise<readonly Named[]>
}

interface Named {
  readonly id: string
  readonly name: string
}

/** Programs that act for a person. */
export interface ProgramsOfPeople {
  listIn(tenant: Tenant, userId: string): Promise<readonly Named[]>
  endIn(trx: TenantTransaction, actor: AuditActor, userId: string): Promise<void>
  endAll(trx: Transaction, actor: AuditActor, userId: string): Promise<void>
}

export interface MadeAccessOptions {
  readonly audit: Audit
  readonly keys: AccessByMaker
  readonly clients: AccessByMaker
  readonly webhooks: AccessByMaker
  readonly nativeClients: AccessByMaker
  readonly programs: ProgramsOfPeople
}

export function madeAccess({ audit, keys, clients, webhooks, nativeClients, programs }: MadeAccessOptions): MadeAccess {
  const findMakers = async (tenant: Tenant, userId: string): Promise<string[]> => {
    const people = [userId, ...(await clients.listIds(tenant, [userId]))]
    return [...people, ...(await keys.listIds(tenant, people))]
  }
  return {
    async list(tenant, userId) {
      const makers = await findMakers(tenant, userId)
      return {
        keys: toItems(await keys.list(tenant, makers)),
        clients: toItems(await clients.list(tenant, makers)),
        nativeClients: toItems(await nativeClients.list(tenant, makers)),
        webhooks: toItems(await webhooks.list(tenant, makers)),
        programs: toItems(await programs.listIn(tenant, userId)),
        invitations: toItems(await listInvitationsBy(tenant, userId)),
      }
    },
    async end(trx, actor, userId) {
      const makers = await findMakers(trx, userId)
      const eventsOf = (type: AuditType, kind: string, ended: readonly Named[], name = 'name') =>
        ended.map((one) => ({ type, actor, data: { [kind]: one.id, [name]: one.name } }))
      await audit.recordAllForAccount(trx, [
        ...eventsOf('service_client.revoked', 'client', await clients.end(trx, makers)),
        ...eventsOf('native_client.revoked', 'client', await nativeClients.end(trx, makers)),
        ...eventsOf('key.revoked', 'key', await keys.end(trx, makers)),
        ...eventsOf('webhook.deleted', 'webhook', await webhooks.end(trx, makers), 'url'),
      ])
      await programs.endIn(trx, actor, userId)
      await deleteInvitationsBy(trx, userId)
    },
    async listAccounts(userId) {
      const found = await Promise.all([keys, clients, nativeClients, webhooks].map((kind) => kind.listAccounts(userId)))
      return [...new Set(found.flat())]
    },
  }
}

const toItems = (rows: readonly Named[]): Named[] => rows.map(({ id, name }) => ({ id, name }))
