import { type Permission, permissions, type Scope, scopes } from '@spindle/contract'
import type { OAuthResource } from '@spindle/contract/console'
import { commandLineClientId } from './command-line-client.ts'

/**
 * What a client may request. `spindle` makes API keys, so it requests key management; every other client is an agent's,
 * and requests the tools at /mcp, never keys.
 */

export const resourceOfClient = (clientId: string): OAuthResource => (clientId === commandLineClientId ? 'keys' : 'mcp')

const scopesOfResource: Readonly<Record<OAuthResource, readonly Scope[]>> = { keys: scopes, mcp: permissions }

export const offeredScopes = (resource: OAuthResource): readonly Scope[] => scopesOfResource[resource]

/** Those of the scope parameter (RFC 6749 section 3.3) that are offered, in our order; everything without it. */
export function parseRequestedScopes(resource: OAuthResource, scope: unknown): readonly Scope[] {
  const wanted = typeof scope === 'string' ? scope.split(' ') : undefined
  return offeredScopes(resource).filter((one) => wanted === undefined || wanted.includes(one))
}

/**
 * Never more than the role allows; nothing at all where it does not allow to manage keys and that is what it is for.
 */
export function findGrantable(
  { resource, requested }: { readonly resource: OAuthResource; readonly requested: readonly Scope[] },
  roleScopes: readonly Scope[],
): readonly Permission[] {
  if (resource === 'keys' && !roleScopes.includes('keys:write')) return []
  return permissions.filter((one) => requested.includes(one) && roleScopes.includes(one))
}
