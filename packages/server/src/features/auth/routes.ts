import type { FastifyReply, FastifyRequest } from 'fastify'
import { hijackReply } from '../../http/connections/hijack-reply.ts'
import type { Http } from '../../http/context.ts'
import { limitVisitor } from '../../http/limits/limit-requests.ts'
import { pageHeaders } from '../../http/pages/page.ts'
import { bindConnections } from './authorization/connection-routes.ts'
import { consentService } from './authorization/consent.ts'
import { bindNativeClients } from './authorization/native-clients/routes.ts'
import { bindConsent, speakAsPublicUrl } from './authorization/routes.ts'
import { authorizePath, jwksPath, tokenPath } from './authorization-server.ts'
import {
  delayKnownRefused,
  loadProvider,
  openProvider,
  type ProviderHandle,
  type ProviderParts,
} from './provider-handle.ts'

/**
 * `/oauth/authorize` and `POST /oauth/token` by oidc-provider, the published keys, and the page that asks the person.
 * Nothing else of the library is reachable: only these paths are handed to it.
 */
export function bindAuth(http: Http, parts: ProviderParts): void {
  http.warmUp.add(loadProvider)
  const open = openProvider(http, parts)
  bindKeySet(http, parts)
  bindAuthorize(http, open)
  bindToken(http, open)
  const provider = async () => (await open()).provider
  bindConsent(http, consentService({ ...http, ...parts, provider, publicUrl: http.config.publicUrl }))
  bindConnections(http, parts)
  bindNativeClients(http, parts.nativeClients)
}

type Open = () => Promise<ProviderHandle>

function bindKeySet({ table, fastify }: Http, { signingKeys }: Pick<ProviderParts, 'signingKeys'>): void {
  table.add('GET', jwksPath, 'public')
  fastify.get(jwksPath, { config: { name: 'jwks' } }, async (_request, reply) => {
    const { publicJwks } = await signingKeys.current()
    return reply
      .headers({ 'content-type': 'application/jwk-set+json', 'cache-control': 'public, max-age=300' })
      .send(JSON.stringify({ keys: publicJwks }))
  })
}

/** The request of a program, and where the browser continues once the person has answered. */
function bindAuthorize(http: Http, open: Open): void {
  const { table, fastify, config } = http
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await limitVisitor(http, request, reply)
    const { handle } = await open()
    hijackReply(reply.headers(pageHeaders()))
    speakAsPublicUrl(request, config.publicUrl)
    await handle(request.raw, reply.raw)
  }
  const options = { config: { name: 'authorize' } }
  for (const path of [authorizePath, `${authorizePath}/{uid}`]) {
    const url = path.replace('{uid}', ':uid')
    table.add('GET', path, 'protocol')
    fastify.get(url, options, answer)
    fastify.options(url, options, async (_request, reply) =>
      reply.headers({ allow: 'GET, HEAD, OPTIONS' }).code(204).send(),
    )
  }
}

function bindToken(http: Http, open: Open): void {
  const { table, fastify, config } = http
  table.add('POST', tokenPath, 'protocol')
  fastify.options(tokenPath, { config: { name: 'token' } }, async (_request, reply) =>
    reply.headers({ allow: 'OPTIONS, POST' }).code(204).send(),
  )
  void fastify.register((scope, _options, done) => {
    // The library reads the body itself, whatever its type, and answers as RFC 6749 requires.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    scope.post(tokenPath, { config: { name: 'token' } }, async (request, reply) => {
      await delayKnownRefused(http, request.raw)
      const { handle } = await open()
      hijackReply(reply)
      speakAsPublicUrl(request, config.publicUrl)
      await handle(request.raw, reply.raw)
    })
    done()
  })
}
