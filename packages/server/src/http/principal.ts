import type { Permission, Scope } from '@spindle/contract'
import type { OAuthResource, Role } from '@spindle/contract/console'
import type { AccountId, Id } from '../platform/values/ids.ts'

/** On whose behalf a request is made. */
export type Principal = AccountPrincipal | PropertyPrincipal | SessionPrincipal

export type AccountPrincipal = ApiKeyPrincipal | ClientPrincipal | UserPrincipal

export interface ApiKeyPrincipal {
  readonly kind: 'apiKey'
  readonly id: string
  readonly accountId: AccountId
  readonly permissions: readonly Permission[]
}

/** A service client (or what an outside issuer vouches for) that presented a JWT. */
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
  /** Made from the presented token; signs addresses of what the property may play. */
  readonly signingKey: Buffer
}

/** A person in one account, signed in or by a program that acts for that person; then it may be less than the role. */
export interface UserPrincipal {
  readonly kind: 'user'
  readonly id: Id<'usr'>
  readonly name: string
  readonly accountId: AccountId
  readonly role: Role
  readonly permissions: readonly Permission[]
  readonly scopes: readonly Scope[]
}

/** A person who is signed in, in no account in particular. */
export interface SessionPrincipal {
  readonly kind: 'session'
  /** Of the person. */
  readonly id: Id<'usr'>
  readonly name: string
  readonly sessionId: Id<'ses'>
  readonly isOperator: boolean
  /** Until when the person counts as having proved who it is. */
  readonly confirmedUntilMs: number
  /** What the person can prove it with. */
  readonly confirmsBy: readonly ('password' | 'passkey' | 'outside')[]
}

/** How credentials become principals; the features that own them answer undefined for whatever is not valid. */
/** What lets a reader continue reading an answer that does not end: a key, or a session of a member. */
export interface StreamRight {
  readonly kind: 'apiKey' | 'session'
  readonly id: string
  readonly accountId: AccountId
}

/** Times the usual requests per minute, until an instant (ISO 8601, UTC). */
export interface RaisedLimits {
  readonly factor: number
  readonly until: string
}

export type LiveRight = Pick<StreamRight, 'id' | 'accountId'>

export interface Credentials {
  /** `network` is where it is used from. */
  findApiKey(presented: string, network?: string): Promise<ApiKeyPrincipal | undefined>
  /** A service client, or a person for whom a program acts; `resource` is what the token must be made for. */
  findClient(jwt: string, resource: OAuthResource): Promise<ClientPrincipal | UserPrincipal | undefined>
  /** The person whose cookie it is; `network` is where it is used from. */
  findSession(token: string, network: string): Promise<SessionPrincipal | undefined>
  /** Of these, those that still count: not revoked, not ended, and its person an active member of the account. */
  listLiveKeys(rights: readonly StreamRight[]): Promise<readonly LiveRight[]>
  listLiveSessions(rights: readonly StreamRight[]): Promise<readonly LiveRight[]>
  /** A pseudonym of the person who signed in last in the browser with these cookies; undefined if there is none. */
  findPersonOfBrowser(cookies: string | undefined): string | undefined
  /** Undefined for a person who does not belong to the account. */
  findMember(session: SessionPrincipal, accountId: AccountId): Promise<UserPrincipal | undefined>
  /** Whether the operator has suspended the account: every credential of it is refused. */
  isSuspended(accountId: AccountId): Promise<boolean>
  /** The larger limits of an account that moves its catalog in; undefined for the usual ones. */
  findMoveIn(accountId: AccountId): Promise<RaisedLimits | undefined>
  /** Throws `integration_not_configured` while no token is configured. */
  findProperty(token: string): PropertyPrincipal | undefined
}
