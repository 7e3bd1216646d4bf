import { AppError } from '@spindle/contract'
import type { ServiceClient } from '@spindle/contract/console'
import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { Accounts } from '../../accounts/index.ts'
import { type Audit, type AuditActor, userOf } from '../audit/audit.ts'

/** What owners change about their account: its name, and the systems that sign in for it. */
export interface AccountChanges {
  /** Returns the stored name. */
  rename(trx: TenantTransaction, by: AuditActor, name: string): Promise<string>
  listClients(tenant: Tenant): Promise<ServiceClient[]>
  createClient(trx: TenantTransaction, by: AuditActor, name: string): ReturnType<Accounts['createClientIn']>
  /** Throws `service_client_not_found`. */
  revokeClient(trx: TenantTransaction, by: AuditActor, clientId: string): Promise<void>
}

export const accountChanges = ({
  accounts,
  audit,
}: {
  readonly accounts: Accounts
  readonly audit: Audit
}): AccountChanges => ({
  async rename(trx, actor, wished) {
    const from = await accounts.findName(trx)
    await accounts.renameIn(trx, wished)
    const to = await accounts.findName(trx)
    if (from !== to) await audit.recordForAccount(trx, { type: 'account.renamed', actor, data: { from, to } })
    return to
  },
  listClients: async (tenant) =>
    (await accounts.listOwnClients(tenant)).map(({ createdAt, revokedAt, ...client }) => ({
      ...client,
      createdAt: createdAt.toISOString(),
      revokedAt: revokedAt?.toISOString() ?? null,
    })),
  async createClient(trx, actor, name) {
    const client = await accounts.createClientIn(trx, name, userOf(actor))
    const data = { client: client.clientId, name: name.trim() }
    await audit.recordForAccount(trx, { type: 'service_client.created', actor, data })
    return client
  },
  async revokeClient(trx, actor, clientId) {
    const revoked = await accounts.revokeClientIn(trx, clientId)
    if (!revoked) throw new AppError('service_client_not_found')
    const data = { client: clientId, name: revoked.name }
    await audit.recordForAccount(trx, { type: 'service_client.revoked', actor, data })
  },
})
