import { AppError } from '@spindle/contract'
import { type Configuration, type KoaContextWithOIDC, errors as oauthErrors } from 'oidc-provider'
import type { Clock } from '../../platform/clock.ts'
import type { PeopleFeature } from '../people/index.ts'
import {
  codeLifeSeconds,
  grantSecondsOf,
  personTokenLifeSeconds,
  refreshTokenLifeSeconds,
  requestLifeSeconds,
} from './authorization/authorization-limits.ts'
import type { Connections } from './authorization/connections.ts'
import { offeredScopes, resourceOfClient } from './authorization/requested-scopes.ts'
import { audienceOf, authorizePath, tokenPath, tokenScopes } from './authorization-server.ts'
import { signingAlgorithm } from './signing-keys.ts'
import { maxTokenLifeSeconds } from './token-limits.ts'

/** The configuration of oidc-provider: which grants exist, for whom, for how long, and what a token contains. */

export interface ProviderRules {
  readonly publicUrl: string
  readonly connections: Connections
  readonly people: Pick<PeopleFeature, 'findActiveMember'>
  readonly clock: Clock
  /** Called before a token is made, for a client that has proved itself; may throw an error of the library. */
  readonly onGrant: (ctx: KoaContextWithOIDC, clientId: string) => void
  /** Whether there are tools of agents, for which programs of others may ask. */
  readonly hasTools: boolean
  readonly fetchClientMetadata: (url: string | URL) => Promise<Response>
  /** Whether this visitor may still make the hub ask other hosts. */
  readonly mayFetchMetadata: (ctx: KoaContextWithOIDC) => boolean
  /** The person's page for a request; may set cookies. */
  readonly pageOfRequest: (ctx: KoaContextWithOIDC, uid: string) => string
  /** What people see of a request that cannot be answered to its program. */
  readonly errorPage: (error: string, description: string | undefined) => string
}

export const providerConfiguration = (rules: ProviderRules): Configuration => ({
  routes: { authorization: authorizePath, token: tokenPath },
  scopes: [],
  claims: {},
  responseTypes: ['code'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  clientDefaults: {
    grant_types: ['client_credentials'],
    response_types: [],
    response_modes: ['query', 'fragment'],
    redirect_uris: [],
    id_token_signed_response_alg: signingAlgorithm,
    token_endpoint_auth_method: 'client_secret_basic',
  },
  // Of service clients the account, of native clients the only one in which they may act.
  extraClientMetadata: { properties: ['account_id', 'native_account_id'] },
  // The name of the device, for the consent page.
  extraParams: ['device_name'],
  pkce: { required: () => true },
  clientBasedCORS: () => true,
  renderError: (ctx, body) => {
    const isPage = ctx.path.startsWith(authorizePath)
    if (isPage) ctx.type = 'text/html; charset=utf-8'
    ctx.body = isPage ? rules.errorPage(body.error, body.error_description) : body
  },
  interactions: { url: (ctx, { uid }) => rules.pageOfRequest(ctx, uid) },
  expiresWithSession: () => false,
  // Every program of others gets one; the command line makes a key and needs none.
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  fetch: (input) => rules.fetchClientMetadata(input instanceof Request ? input.url : input),
  ttl: {
    AccessToken: () => personTokenLifeSeconds,
    AuthorizationCode: () => codeLifeSeconds,
    ClientCredentials: () => maxTokenLifeSeconds,
    Grant: (_ctx, { clientId }) => grantSecondsOf(resourceOfClient(clientId ?? '')),
    Interaction: () => requestLifeSeconds,
    RefreshToken: () => refreshTokenLifeSeconds,
    Session: () => requestLifeSeconds,
  },
  ...peopleConfiguration(rules),
  features: {
    clientCredentials: { enabled: true },
    resourceIndicators: resourceIndicators(rules),
    clientIdMetadataDocument: {
      enabled: rules.hasTools,
      ack: 'draft-02',
      allowFetch: (ctx) => rules.mayFetchMetadata(ctx),
      cacheDuration: { min: 60, max: 3600 },
    },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  },
})

/** A token names the account and the connection it acts by; it is refused where the person may no longer come in. */
const peopleConfiguration = ({ connections, people }: ProviderRules): Configuration => ({
  async findAccount(_ctx, userId, token) {
    const account = { accountId: userId, claims: () => ({ sub: userId }) }
    // While the person is asked there is no code yet: our session has just identified the person.
    if (!token || !('grantId' in token)) return account
    const connection = await connections.findOfGrant(String(token.grantId))
    if (connection?.userId !== userId) return undefined
    return (await people.findActiveMember(userId, connection.accountId)) && account
  },
  async extraTokenClaims(_ctx, token) {
    if (token.kind === 'ClientCredentials') return { account_id: token.client?.account_id }
    const connection = await connections.findOfGrant(String(token.grantId))
    if (!connection) throw new oauthErrors.InvalidGrant('the grant has expired')
    await connections.noteUse(connection.grantId)
    return { account_id: connection.accountId, connection: connection.id }
  },
})

/** RFC 8707: the resource follows from the client, and a resource parameter can only repeat it. */
function resourceIndicators({ publicUrl, onGrant }: ProviderRules) {
  const isServiceClient = (ctx: KoaContextWithOIDC): boolean => ctx.oidc.client?.account_id !== undefined
  return {
    enabled: true,
    defaultResource: (ctx: KoaContextWithOIDC): string =>
      isServiceClient(ctx) ? publicUrl : audienceOf(publicUrl, resourceOfClient(ctx.oidc.client?.clientId ?? '')),
    getResourceServerInfo: (ctx: KoaContextWithOIDC, resource: string) => {
      const { client, params, route } = ctx.oidc
      if (!client || !params) throw new AppError('internal_error')
      const common = { accessTokenFormat: 'jwt', jwt: { sign: { alg: signingAlgorithm } } } as const
      if (isServiceClient(ctx)) {
        checkServiceClientRequest(params, resource, publicUrl)
        onGrant(ctx, client.clientId)
        return { ...common, scope: tokenScopes.join(' '), audience: publicUrl, accessTokenTTL: maxTokenLifeSeconds }
      }
      const kind = resourceOfClient(client.clientId)
      const audience = audienceOf(publicUrl, kind)
      requireResource(resource, { audience, kind, publicUrl })
      if (route === 'authorization') params.scope = checkScopes(params.scope, offeredScopes(kind))
      if (route === 'token') onGrant(ctx, client.clientId)
      return { ...common, scope: offeredScopes(kind).join(' '), audience, accessTokenTTL: personTokenLifeSeconds }
    },
  }
}

/** Keys are managed below the base URL, so any address there but that of the tools means them. */
function requireResource(
  resource: string,
  { audience, kind, publicUrl }: { readonly audience: string; readonly kind: string; readonly publicUrl: string },
): void {
  const isBelow = resource.startsWith(`${publicUrl}/`) && resource !== audienceOf(publicUrl, 'mcp')
  if (resource === audience || (kind === 'keys' && isBelow)) return
  throw new oauthErrors.InvalidTarget('this client cannot request that resource')
}

/**
 * RFC 6749 section 3.3 and RFC 8707 section 2: an omitted scope means `keys:write`, unknown scopes and resources fail.
 */
function checkServiceClientRequest(params: Record<string, unknown>, resource: string, publicUrl: string): void {
  if (resource !== publicUrl && !resource.startsWith(`${publicUrl}/`))
    throw new oauthErrors.InvalidTarget('the resource does not belong to this hub')
  params.scope = checkScopes(params.scope ?? 'keys:write', tokenScopes)
}

function checkScopes(scope: unknown, offered: readonly string[]): string {
  if (typeof scope !== 'string') return offered.join(' ')
  const unknown = scope.split(' ').filter((one) => !offered.includes(one))
  if (unknown.length > 0) throw new oauthErrors.InvalidScope('requested scope is not supported', unknown.join(' '))
  return scope
}
