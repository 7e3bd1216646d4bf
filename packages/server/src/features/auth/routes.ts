import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors } from '@spindle/contract'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Http } from '../../http/context.ts'
import { hijackReply } from '../../http/hijack-reply.ts'
import { rateLimitFields, toNetwork } from '../../http/rate-limit.ts'
import type { Accounts } from '../accounts/index.ts'
import { jwksPath, tokenPath } from './authorization-server.ts'
import type { SigningKeys } from './signing-keys.ts'

/**
 * `POST /oauth/token` by oidc-provider, and the published keys. Nothing else of the library is reachable: only this one
 * path is handed to it.
 */
export function bindAuth(
  http: Http,
  { signingKeys, accounts }: { readonly signingKeys: SigningKeys; readonly accounts: Accounts },
): void {
  const { table, fastify } = http
  table.add('POST', tokenPath, 'protocol')
  table.add('GET', jwksPath, 'public')
  const answer = providerHandler(http, signingKeys, accounts)

  fastify.get(jwksPath, { config: { name: 'jwks' } }, async (_request, reply) => {
    const { publicJwks } = await signingKeys.current()
    return reply
      .headers({ 'content-type': 'application/jwk-set+json', 'cache-control': 'public, max-age=300' })
      .send(JSON.stringify({ keys: publicJwks }))
  })
  fastify.options(tokenPath, { config: { name: 'token' } }, async (_request, reply) =>
    reply.headers({ allow: 'OPTIONS, POST' }).code(204).send(),
  )
  void fastify.register((scope, _options, done) => {
    // The library reads the body itself, whatever its type, and answers for it as RFC 6749 says.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    scope.post(tokenPath, { config: { name: 'token' } }, async (request, reply) => {
      const handle = await answer()
      hijackReply(reply)
      await handle(request.raw, reply.raw)
    })
    done()
  })
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The library takes its key when it is made, so a rotation makes it anew. */
function providerHandler(http: Http, signingKeys: SigningKeys, accounts: Accounts): () => Promise<Handle> {
  let made: { readonly keyId: string; readonly handle: Handle } | undefined
  return async () => {
    const { signingJwk } = await signingKeys.current()
    if (made?.keyId !== signingJwk.kid) {
      // The library is large and most hubs are asked for a token long after their start.
      const { oidcProvider, TooManyTokensError } = await import('./oidc-provider.ts')
      const provider = oidcProvider({
        publicUrl: http.config.publicUrl,
        signingJwk,
        accounts,
        log: http.log,
        onGrant: (ctx, clientId) => {
          if (!takesToken(http, ctx, clientId)) throw new TooManyTokensError()
        },
        onRefusal: (ctx) => limitRefusals(http, ctx),
      })
      made = { keyId: signingJwk.kid, handle: provider.callback() }
    }
    return made.handle
  }
}

/** Making a token costs a signature, and one lasts an hour: a client gets as many in a minute as a key has writes. */
function takesToken({ config, rateLimiter }: Http, ctx: KoaContextWithOIDC, clientId: string): boolean {
  if (!config.rateLimits) return true
  const quota = { policy: 'tokens', limit: config.rateLimits.writesPerMinute }
  const consumption = rateLimiter.consume(clientId, quota)
  ctx.set(rateLimitFields(quota, consumption))
  if (!consumption.isAllowed) ctx.set('retry-after', String(consumption.resetSeconds))
  return consumption.isAllowed
}

/** A secret that is tried again and again counts like any failed credential of that address. */
function limitRefusals({ config, rateLimiter }: Http, ctx: KoaContextWithOIDC): void {
  if (!config.rateLimits) return
  const quota = { policy: 'failed-credentials', limit: config.rateLimits.failedCredentialsPerMinute }
  const consumption = rateLimiter.consume(toNetwork(ctx.req.socket.remoteAddress ?? ''), quota)
  ctx.set(rateLimitFields(quota, consumption))
  if (consumption.isAllowed) return
  ctx.status = errors.rate_limited.status
  ctx.set('retry-after', String(consumption.resetSeconds))
  ctx.remove('www-authenticate')
  ctx.body = { error: 'temporarily_unavailable', error_description: 'Too many failed attempts from your address' }
}
