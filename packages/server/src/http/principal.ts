import type { Permission } from '@spindle/contract'
import type { AccountId } from '../platform/ids.ts'

/** Whoever a request speaks for. */
export type Principal = AccountPrincipal | PropertyPrincipal

export type AccountPrincipal = ApiKeyPrincipal | ClientPrincipal

export interface ApiKeyPrincipal {
  readonly kind: 'apiKey'
  readonly id: string
  readonly accountId: AccountId
  readonly permissions: readonly Permission[]
}

/** A service client (or a user) that presented a JWT. */
export interface ClientPrincipal {
  readonly kind: 'client'
  readonly id: string
  readonly accountId: AccountId
  readonly scopes: readonly string[]
  /** The permissions it may put into an API key. */
  readonly grantable: readonly Permission[]
}

export interface PropertyPrincipal {
  readonly kind: 'property'
  readonly id: string
}

/** How credentials become principals; the features that own them answer undefined for whatever is not valid. */
export interface Credentials {
  findApiKey(presented: string): Promise<ApiKeyPrincipal | undefined>
  findClient(jwt: string): Promise<ClientPrincipal | undefined>
  /** Throws `integration_not_configured` while no token is configured. */
  findProperty(token: string): PropertyPrincipal | undefined
}
