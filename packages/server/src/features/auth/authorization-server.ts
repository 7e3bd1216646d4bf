import { permissions } from '@spindle/contract'
import type { OAuthResource } from '@spindle/contract/console'
import { signingAlgorithm } from './signing-keys.ts'

export const authorizePath = '/oauth/authorize'
export const tokenPath = '/oauth/token'
export const jwksPath = '/.well-known/jwks.json'

/** The scopes a token of ours can carry: `keys:write`, and permissions to narrow what it may grant. */
export const tokenScopes = ['keys:write', ...permissions] as const

/** Whom a person's token is for (RFC 9068 section 3): the tools of agents are a resource of their own. */
export const audienceOf = (publicUrl: string, resource: OAuthResource): string =>
  resource === 'mcp' ? `${publicUrl}/mcp` : publicUrl

/** What is true of the authorization server, for the metadata document (RFC 8414). */
export interface AuthorizationServer {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly jwksUri: string
  readonly grantTypes: readonly string[]
  readonly tokenEndpointAuthMethods: readonly string[]
  readonly signingAlgorithm: typeof signingAlgorithm
  readonly scopes: readonly string[]
  /** Programs of others may act for people at the tools, and are named by a document about them. */
  readonly hasTools: boolean
}

/** Undefined when tokens come from an outside issuer: ours is off then. */
export const describeAuthorizationServer = ({
  publicUrl,
  authIssuer,
  mcpGate,
}: {
  readonly publicUrl: string
  readonly authIssuer: object | undefined
  readonly mcpGate: string | undefined
}): AuthorizationServer | undefined =>
  authIssuer === undefined
    ? {
        issuer: publicUrl,
        authorizationEndpoint: publicUrl + authorizePath,
        tokenEndpoint: publicUrl + tokenPath,
        jwksUri: publicUrl + jwksPath,
        grantTypes: ['authorization_code', 'client_credentials', ...(mcpGate === undefined ? [] : ['refresh_token'])],
        hasTools: mcpGate !== undefined,
        tokenEndpointAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
        signingAlgorithm,
        scopes: tokenScopes,
      }
    : undefined
