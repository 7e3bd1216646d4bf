import type { OAuthResource } from '@spindle/contract/console'
import type { JWTPayload } from 'jose'
import type { ClientPrincipal, UserPrincipal } from '../../http/principal.ts'
import type { Clock } from '../../platform/clock.ts'
import { lookupCache } from '../../platform/concurrency/lookup-cache.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { type Accounts, type ActiveClient, clientsChannel } from '../accounts/index.ts'
import { audienceOf } from './authorization-server.ts'
import { findGrantablePermissions } from './grantable-permissions.ts'
import { findPersonOfToken, type PersonTokensOptions } from './person-tokens.ts'
import { type SigningKeys, signingAlgorithm } from './signing-keys.ts'
import { findVerifiedClaims, parseScopes } from './verify-access-token.ts'

/** From a token of our own authorization server to its service client, or to the person who allowed it. */
export interface IssuedTokensOptions extends PersonTokensOptions {
  readonly publicUrl: string
  readonly accounts: Accounts
  readonly signingKeys: SigningKeys
  readonly notifications: Notifications
  readonly clock: Clock
}

export type FindTokenHolder = (
  token: string,
  resource: OAuthResource,
) => Promise<ClientPrincipal | UserPrincipal | undefined>

export function issuedTokens(options: IssuedTokensOptions): FindTokenHolder {
  const { publicUrl, signingKeys, clock } = options
  const findServiceClient = serviceClients(options)
  const rules = (audience: readonly string[]) => ({
    issuer: publicUrl,
    audience,
    algorithms: [signingAlgorithm],
    findKey: signingKeys.findKey,
  })
  return async (token, resource) => {
    const own = audienceOf(publicUrl, resource)
    const claims = await findVerifiedClaims(token, rules([publicUrl, own]), clock)
    // We write one audience as a text; anything else was not made here.
    if (!claims || typeof claims.client_id !== 'string') return undefined
    if (claims.sub === claims.client_id) return claims.aud === publicUrl ? findServiceClient(claims) : undefined
    return claims.aud === own ? findPersonOfToken(claims, resource, options) : undefined
  }
}

const clientTtlMs = 5_000
const maxClients = 1_000

/** A revoked client's tokens die with it. */
function serviceClients({
  accounts,
  notifications,
  clock,
}: IssuedTokensOptions): (claims: JWTPayload) => Promise<ClientPrincipal | undefined> {
  const clients = lookupCache<ActiveClient | undefined>({ clock, ttlMs: clientTtlMs, maxEntries: maxClients })
  notifications.on(clientsChannel, clients.drop)
  notifications.onInterruption(clients.dropAll)
  return async (claims) => {
    const id = String(claims.client_id)
    const client = await clients.get(id, () => accounts.findActiveClient(id))
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
