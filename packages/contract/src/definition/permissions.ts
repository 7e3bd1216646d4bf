/** What an API key may do (interface 2.5). The list is closed. */
export const permissions = ['music:read', 'music:write', 'catalog:read', 'analytics:read'] as const
/** One of `permissions`. */
export type Permission = (typeof permissions)[number]

/** OAuth scopes an access token can carry: to manage keys, and the permissions that narrow which keys it may make. */
export const scopes = ['keys:write', ...permissions] as const
/** One of `scopes`. */
export type Scope = (typeof scopes)[number]
