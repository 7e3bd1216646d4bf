import { timingSafeEqual } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { AppError, errors } from '@spindle/contract'
import type { JWK } from 'jose'
import Provider, { type Configuration, type KoaContextWithOIDC, errors as oauthErrors } from 'oidc-provider'
import type { Log } from '../../platform/logging/log.ts'
import { digestOf } from '../../platform/secrets/secrets.ts'
import { isLoopbackRedirect } from './authorization/native-clients/loopback-redirect.ts'
import { type ProviderAdapterOptions, providerAdapter } from './provider-adapter.ts'
import { type ProviderRules, providerConfiguration } from './provider-configuration.ts'

/**
 * oidc-provider, with two grants and nothing else: client credentials for service clients, and the authorization code
 * with PKCE for programs that act for a person. Every address comes from the public URL.
 */
export interface ProviderOptions extends ProviderRules, ProviderAdapterOptions {
  readonly signingJwk: JWK
  /** The first signs, all verify. */
  readonly cookieKeys: readonly string[]
  readonly log: Log
  /** A client did not prove itself; may replace the answer. */
  readonly onRefusal: (ctx: KoaContextWithOIDC) => void
}

export function oidcProvider(options: ProviderOptions): Provider {
  const { publicUrl, signingJwk, cookieKeys, log, onRefusal } = options
  const configuration = providerConfiguration(options)
  const provider = new Provider(publicUrl, {
    ...configuration,
    cookies: { ...configuration.cookies, keys: [...cookieKeys] },
    jwks: { keys: [{ ...signingJwk }] as NonNullable<Configuration['jwks']>['keys'] },
    adapter: (kind: string) => providerAdapter(kind, options),
  })
  // What the request says of its scheme is set by the hub, from the public URL.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compare(this: { clientSecret?: string }, presented: string) {
    return timingSafeEqual(digestOf(presented), Buffer.from(this.clientSecret ?? '', 'hex'))
  }
  openLoopback(provider)
  provider.use(async (ctx, next) => {
    // The hub decides which origins may read its answers, not the library.
    const isAllowed = ctx.res.hasHeader('access-control-allow-origin')
    await next()
    dropDeadCookies(ctx.res)
    if (isAllowed) return
    ctx.remove('access-control-allow-origin')
    ctx.remove('access-control-expose-headers')
  })
  provider.on('grant.error', (ctx, error) => {
    if (!(error instanceof oauthErrors.InvalidClientAuth)) return
    // The library leaves the challenge out where the secret came in the body; RFC 9110 section 15.5.2 requires it
    // always.
    if (!ctx.res.hasHeader('www-authenticate')) ctx.set('www-authenticate', `Basic realm="${publicUrl}"`)
    onRefusal(ctx)
  })
  provider.on('server_error', (ctx, error) => {
    const code = error instanceof AppError ? error.code : 'internal_error'
    log[code === 'internal_error' ? 'error' : 'info']('oauth.request_failed', { error })
    ctx.status = errors[code].status
    ctx.body = { error: 'server_error', error_description: errors[code].title }
  })
  // Without a listener Koa would print the error.
  const emitter: EventEmitter = provider
  emitter.on('error', (error: unknown) => log.error('oauth.request_failed', { error }))
  return provider
}

/** The library compares paths; native clients have no address that could be compared. */
function openLoopback({ Client: { prototype } }: Provider): void {
  const isRegistered = prototype.redirectUriAllowed
  prototype.redirectUriAllowed = function isAllowed(this: typeof prototype, uri: string) {
    return this.native_account_id === undefined ? isRegistered.call(this, uri) : isLoopbackRedirect(uri)
  }
}

/**
 * The library's session ends with the request that began it, and the person's page has a cookie of ours: these are
 * dead.
 */
function dropDeadCookies(response: KoaContextWithOIDC['res']): void {
  const cookies = [response.getHeader('set-cookie') ?? []].flat().map(String)
  const kept = cookies.filter((cookie) => !/^_(session|interaction)(\.sig)?=/.test(cookie))
  if (kept.length === cookies.length) return
  if (kept.length === 0) response.removeHeader('set-cookie')
  else response.setHeader('set-cookie', kept)
}

/** RFC 6749 has no code for it; RFC 6585 has the status. */
export class TooManyTokensError extends oauthErrors.OIDCProviderError {
  override readonly error_description = 'This client requested too many tokens. Use each token until it expires'
  constructor() {
    super(429, 'temporarily_unavailable')
  }
}
