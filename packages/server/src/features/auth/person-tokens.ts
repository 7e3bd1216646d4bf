import { scopes as allScopes, type Scope } from '@spindle/contract'
import type { OAuthResource } from '@spindle/contract/console'
import type { JWTPayload } from 'jose'
import type { UserPrincipal } from '../../http/principal.ts'
import { isId } from '../../platform/values/ids.ts'
import type { PeopleFeature } from '../people/index.ts'
import type { Connections } from './authorization/connections.ts'
import { parseScopes } from './verify-access-token.ts'

/**
 * From the claims of a token that a person allowed to that person, as far as it reaches: what was allowed, what the token
 * names, and what the role allows at this moment. Read with every request, so that it ends at once.
 */
export interface PersonTokensOptions {
  readonly connections: Pick<Connections, 'find'>
  readonly people: Pick<PeopleFeature, 'findActiveMember'>
}

export async function findPersonOfToken(
  claims: JWTPayload,
  resource: OAuthResource,
  { connections, people }: PersonTokensOptions,
): Promise<UserPrincipal | undefined> {
  const { sub, client_id: clientId, account_id: accountId, connection: id } = claims
  if (typeof accountId !== 'string' || !isId('acc', accountId) || typeof id !== 'string') return undefined
  const connection = await connections.find(accountId, id)
  if (!connection || connection.userId !== sub || connection.clientId !== clientId) return undefined
  if (connection.resource !== resource) return undefined
  const member = await people.findActiveMember(connection.userId, accountId)
  if (!member) return undefined
  const named: readonly string[] = parseScopes(claims)
  const scopes: Scope[] = allScopes.filter(
    (one) => named.includes(one) && connection.scopes.includes(one) && member.scopes.includes(one),
  )
  return { ...member, scopes, permissions: member.permissions.filter((one) => scopes.includes(one)) }
}
