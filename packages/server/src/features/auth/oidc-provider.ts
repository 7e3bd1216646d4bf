import { timingSafeEqual } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { AppError, errors } from '@spindle/contract'
import type { JWK } from 'jose'
import Provider, {
  type Adapter,
  type Configuration,
  type KoaContextWithOIDC,
  errors as oauthErrors,
} from 'oidc-provider'
import type { Log } from '../../platform/log.ts'
import { digestOf } from '../../platform/secrets.ts'
import type { Accounts } from '../accounts/index.ts'
import { tokenPath, tokenScopes } from './authorization-server.ts'
import { signingAlgorithm } from './signing-keys.ts'
import { maxTokenLifeSeconds } from './token-limits.ts'

/**
 * The configuration of oidc-provider: the client credentials grant and nothing else. Every address comes from the
 * public URL; tokens are self-contained (RFC 9068), so it reads service clients and writes nothing.
 */
export interface ProviderOptions {
  readonly publicUrl: string
  readonly signingJwk: JWK
  readonly accounts: Pick<Accounts, 'findActiveClient'>
  readonly log: Log
  /** Called before a token is made, for a client that has proved itself; may throw an error of the library. */
  readonly onGrant: (ctx: KoaContextWithOIDC, clientId: string) => void
  /** A client did not prove itself; may replace the answer. */
  readonly onRefusal: (ctx: KoaContextWithOIDC) => void
}

export function oidcProvider({ publicUrl, signingJwk, accounts, log, onGrant, onRefusal }: ProviderOptions): Provider {
  const provider = new Provider(publicUrl, {
    ...fixedConfiguration(publicUrl, onGrant),
    jwks: { keys: [{ ...signingJwk }] as NonNullable<Configuration['jwks']>['keys'] },
    adapter: (kind: string) => clientAdapter(kind, accounts),
  })
  provider.Client.prototype.compareClientSecret = function compare(this: { clientSecret?: string }, presented: string) {
    return timingSafeEqual(digestOf(presented), Buffer.from(this.clientSecret ?? '', 'hex'))
  }
  provider.use(async (ctx, next) => {
    // The hub decides which origins may read its answers, not the library.
    const isAllowed = ctx.res.hasHeader('access-control-allow-origin')
    await next()
    if (isAllowed) return
    ctx.remove('access-control-allow-origin')
    ctx.remove('access-control-expose-headers')
  })
  provider.on('grant.error', (ctx, error) => {
    if (!(error instanceof oauthErrors.InvalidClientAuth)) return
    // The library leaves the challenge out where the secret came in the body; RFC 9110 section 15.5.2 wants it always.
    if (!ctx.res.hasHeader('www-authenticate')) ctx.set('www-authenticate', `Basic realm="${publicUrl}"`)
    onRefusal(ctx)
  })
  provider.on('server_error', (ctx, error) => {
    log.error('oauth.request_failed', { error })
    const code = error instanceof AppError ? error.code : 'internal_error'
    ctx.status = errors[code].status
    ctx.body = { error: 'server_error', error_description: errors[code].title }
  })
  // Without a listener Koa would print the error.
  const emitter: EventEmitter = provider
  emitter.on('error', (error: unknown) => log.error('oauth.request_failed', { error }))
  return provider
}

const fixedConfiguration = (publicUrl: string, onGrant: ProviderOptions['onGrant']): Configuration => ({
  routes: { token: tokenPath },
  scopes: [],
  claims: {},
  responseTypes: [],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
  clientDefaults: {
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    id_token_signed_response_alg: signingAlgorithm,
    token_endpoint_auth_method: 'client_secret_basic',
  },
  extraClientMetadata: { properties: ['account_id'] },
  extraTokenClaims: (_ctx, token) => ({ account_id: token.client?.account_id }),
  clientBasedCORS: () => true,
  renderError: (ctx, body) => {
    ctx.body = body
  },
  ttl: { ClientCredentials: () => maxTokenLifeSeconds },
  features: {
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => publicUrl,
      getResourceServerInfo: (ctx, resource) => {
        checkTokenRequest(ctx, resource, publicUrl)
        onGrant(ctx, ctx.oidc.client?.clientId ?? '')
        return {
          scope: tokenScopes.join(' '),
          audience: publicUrl,
          accessTokenTTL: maxTokenLifeSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: signingAlgorithm } },
        }
      },
    },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  },
})

/** RFC 6749 section 3.3 and RFC 8707 section 2: an omitted scope means `keys:write`, unknown scopes and resources fail. */
function checkTokenRequest(ctx: KoaContextWithOIDC, resource: string, publicUrl: string): void {
  if (resource !== publicUrl && !resource.startsWith(`${publicUrl}/`))
    throw new oauthErrors.InvalidTarget('the resource is none of this hub')
  const { params } = ctx.oidc
  if (!params) return
  params.scope ??= 'keys:write'
  const unknown = String(params.scope)
    .split(' ')
    .filter((scope) => !tokenScopes.some((known) => known === scope))
  if (unknown.length > 0) throw new oauthErrors.InvalidScope('requested scope is not offered', unknown.join(' '))
}

/** RFC 6749 has no code for it; RFC 6585 has the status. */
export class TooManyTokensError extends oauthErrors.OIDCProviderError {
  override readonly error_description = 'This client asked for too many tokens; use one until it expires'
  constructor() {
    super(429, 'temporarily_unavailable')
  }
}

/** Only service clients are ever read; no grant of ours stores anything. */
function clientAdapter(kind: string, accounts: Pick<Accounts, 'findActiveClient'>): Adapter {
  const refuse = (): never => {
    throw new Error(`The authorization server stores no ${kind}`)
  }
  return {
    async find(id) {
      if (kind !== 'Client') return refuse()
      const client = await accounts.findActiveClient(id)
      return (
        client && {
          client_id: client.id,
          client_secret: client.secretSha256.toString('hex'),
          account_id: client.accountId,
        }
      )
    },
    upsert: refuse,
    findByUid: refuse,
    findByUserCode: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
  }
}
