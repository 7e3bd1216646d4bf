import type { ClientPrincipal } from '../../http/principal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { lookupCache } from '../../platform/lookup-cache.ts'
import { type Accounts, type ActiveClient, clientsChannel } from '../accounts/index.ts'
import { findGrantablePermissions } from './grantable-permissions.ts'
import { type SigningKeys, signingAlgorithm } from './signing-keys.ts'
import { findVerifiedClaims, parseScopes } from './verify-access-token.ts'

/** From a token of our own authorization server to its service client. A revoked client's tokens die with it. */
export interface IssuedTokensOptions {
  readonly publicUrl: string
  readonly accounts: Accounts
  readonly signingKeys: SigningKeys
  readonly notifications: Notifications
  readonly clock: Clock
}

const clientTtlMs = 5_000
const maxClients = 1_000

export function issuedTokens(options: IssuedTokensOptions): (token: string) => Promise<ClientPrincipal | undefined> {
  const { publicUrl, accounts, signingKeys, notifications, clock } = options
  const clients = lookupCache<ActiveClient | undefined>({ clock, ttlMs: clientTtlMs, maxEntries: maxClients })
  notifications.on(clientsChannel, clients.drop)
  notifications.onInterruption(clients.dropAll)
  const rules = {
    issuer: publicUrl,
    audience: publicUrl,
    algorithms: [signingAlgorithm],
    findKey: signingKeys.findKey,
  }
  return async (token) => {
    const claims = await findVerifiedClaims(token, rules, clock)
    // We write one audience as a text; anything else was not made here.
    if (claims?.aud !== publicUrl || typeof claims.client_id !== 'string' || claims.sub !== claims.client_id)
      return undefined
    const { client_id: clientId } = claims
    const client = await clients.get(clientId, () => accounts.findActiveClient(clientId))
    if (!client || client.accountId !== claims.account_id) return undefined
    const scopes = parseScopes(claims)
    return {
      kind: 'client',
      id: client.id,
      accountId: client.accountId,
      scopes,
      grantable: findGrantablePermissions(scopes),
    }
  }
}
