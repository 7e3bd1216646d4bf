import { type Permission, permissions } from '@spindle/contract'

/**
 * What a token may put into an API key. A token that names permissions, among its scopes or in a `permissions` claim,
 * may grant those it names; one that says nothing of them may grant all.
 */
export function findGrantablePermissions(scopes: readonly string[], permissionsClaim?: unknown): readonly Permission[] {
  if (Array.isArray(permissionsClaim)) return permissions.filter((one) => permissionsClaim.includes(one))
  const named = permissions.filter((one) => scopes.includes(one))
  return named.length > 0 ? named : permissions
}
