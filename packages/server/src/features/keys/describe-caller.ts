import type { CurrentKey } from '@spindle/contract'
import type { Config } from '../../config/config.ts'
import type { Http } from '../../http/context.ts'
import { listRequestLimits } from '../../http/limits/limit-requests.ts'
import type { AccountPrincipal } from '../../http/principal.ts'
import type { Tenant } from '../../platform/database/sql.ts'
import type { Accounts, Quotas } from '../accounts/index.ts'
import { findKey } from './key-queries.ts'

/** Describes the caller of a request and its permissions. It only reads: checking a credential writes nothing. */
export interface CallerDescriptions {
  describe(http: Http, tenant: Tenant, principal: AccountPrincipal): Promise<CurrentKey>
}

export interface CallerDescriptionsOptions {
  readonly accounts: Pick<Accounts, 'findName'>
  readonly config: Pick<Config, 'mcpGate'>
  readonly quotas: Pick<Quotas, 'list'>
}

export const callerDescriptions = ({ accounts, config, quotas }: CallerDescriptionsOptions): CallerDescriptions => ({
  async describe(http, tenant, principal) {
    const [accountName, identity, account, limits, moveIn] = await Promise.all([
      accounts.findName(tenant),
      identify(tenant, principal),
      quotas.list(tenant),
      listRequestLimits(http, principal),
      http.credentials.findMoveIn(principal.accountId),
    ])
    return {
      ...identity,
      account: { id: principal.accountId, name: accountName },
      limits,
      quotas: account,
      ...(moveIn ? { moveInUntil: moveIn.until } : {}),
      agentGate: config.mcpGate ?? null,
    }
  },
})

type Identity = Pick<CurrentKey, 'kind' | 'id' | 'name' | 'permissions' | 'expiresAt'>

async function identify(tenant: Tenant, principal: AccountPrincipal): Promise<Identity> {
  if (principal.kind === 'client') throw new Error('Access tokens are refused before this operation runs')
  const { id } = principal
  const permissions = [...principal.permissions]
  if (principal.kind === 'user') return { kind: 'person', id, name: principal.name, permissions, expiresAt: null }
  const row = await findKey(tenant, id)
  return {
    kind: 'api_key',
    id,
    name: row?.name ?? '',
    permissions,
    expiresAt: row?.expiresAt?.toISOString() ?? null,
  }
}
