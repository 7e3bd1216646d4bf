/** What an API key may do (interface.md 2.5). The list is closed. */
export const permissions = ['music:read', 'music:write', 'catalog:read', 'analytics:read'] as const
export type Permission = (typeof permissions)[number]

/** OAuth scopes published in the metadata: the permissions and the two that are not for API keys. */
export const scopes = ['integration:verify', ...permissions, 'keys:write'] as const
export type Scope = (typeof scopes)[number]
