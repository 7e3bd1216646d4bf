import { permissions } from '@spindle/contract'
import { signingAlgorithm } from './signing-keys.ts'

export const tokenPath = '/oauth/token'
export const jwksPath = '/.well-known/jwks.json'

/** The scopes a token of ours can carry: `keys:write`, and permissions to narrow what it may grant. */
export const tokenScopes = ['keys:write', ...permissions] as const

/** What is true of the authorization server, for the metadata document (RFC 8414). */
export interface AuthorizationServer {
  readonly issuer: string
  readonly tokenEndpoint: string
  readonly jwksUri: string
  readonly grantTypes: readonly ['client_credentials']
  readonly tokenEndpointAuthMethods: readonly ['client_secret_basic', 'client_secret_post']
  readonly signingAlgorithm: typeof signingAlgorithm
  readonly scopes: readonly string[]
}

/** Undefined when tokens come from an outside issuer: ours is off then. */
export const describeAuthorizationServer = ({
  publicUrl,
  authIssuer,
}: {
  readonly publicUrl: string
  readonly authIssuer: object | undefined
}): AuthorizationServer | undefined =>
  authIssuer === undefined
    ? {
        issuer: publicUrl,
        tokenEndpoint: publicUrl + tokenPath,
        jwksUri: publicUrl + jwksPath,
        grantTypes: ['client_credentials'],
        tokenEndpointAuthMethods: ['client_secret_basic', 'client_secret_post'],
        signingAlgorithm,
        scopes: tokenScopes,
      }
    : undefined
