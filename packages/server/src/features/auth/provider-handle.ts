import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors } from '@spindle/contract'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Http } from '../../http/context.ts'
import { countRefusal, delayKnownPersistent } from '../../http/limits/delay-persistent.ts'
import { rateLimitFields, toNetwork } from '../../http/limits/rate-limit.ts'
import type { Accounts } from '../accounts/index.ts'
import type { PeopleFeature } from '../people/index.ts'
import type { Connections } from './authorization/connections.ts'
import { type ClientMetadataNetwork, clientMetadataFetch } from './authorization/fetch-client-metadata.ts'
import type { NativeClients } from './authorization/native-clients/native-clients.ts'
import type { RegisteredClients } from './authorization/registered-clients.ts'
import { errorPage, pageOfRequest } from './authorization/routes.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The library as the hub uses it, made when it is first needed: it is too large for a start to wait for. */

export interface ProviderParts {
  readonly signingKeys: SigningKeys
  readonly accounts: Accounts
  readonly connections: Connections
  readonly people: PeopleFeature
  /** The first signs, all verify. */
  readonly cookieKeys: readonly string[]
  readonly registered: RegisteredClients
  readonly nativeClients: NativeClients
  readonly hasTools: boolean
  readonly network: ClientMetadataNetwork | undefined
}

export interface ProviderHandle {
  readonly provider: Provider
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

export const loadProvider = () => import('./oidc-provider.ts')

/** The library takes its key when it is made, so a rotation makes it anew. */
export function openProvider(
  http: Http,
  { signingKeys, network, ...parts }: ProviderParts,
): () => Promise<ProviderHandle> {
  let made: (ProviderHandle & { readonly keyId: string }) | undefined
  return async () => {
    const { signingJwk } = await signingKeys.current()
    if (made?.keyId !== signingJwk.kid) {
      const { oidcProvider, TooManyTokensError } = await loadProvider()
      const { publicUrl } = http.config
      const provider = oidcProvider({
        ...parts,
        publicUrl,
        signingJwk,
        sql: http.database.system,
        clock: http.clock,
        log: http.log,
        pageOfRequest: pageOfRequest(publicUrl),
        errorPage: errorPage(publicUrl, parts),
        fetchClientMetadata: clientMetadataFetch(network),
        mayFetchMetadata: (ctx) => mayFetchMetadata(http, ctx),
        onGrant: (ctx, clientId) => {
          if (!takesToken(http, ctx, clientId)) throw new TooManyTokensError()
        },
        onRefusal: (ctx) => limitRefusals(http, ctx),
      })
      made = { keyId: signingJwk.kid, provider, handle: provider.callback() }
    }
    return made
  }
}

/** Making a token costs a signature, and one lasts an hour: a client gets as many in a minute as a key has writes. */
function takesToken(http: Http, ctx: KoaContextWithOIDC, clientId: string): boolean {
  const { config, rateLimiter } = http
  if (!config.rateLimits) return true
  const quota = { policy: 'tokens', limit: config.rateLimits.writesPerMinute }
  const consumption = rateLimiter.consume(subjectOf(http, ctx, clientId), quota)
  ctx.set(rateLimitFields(quota, consumption))
  if (consumption.isAllowed) return true
  ctx.set('retry-after', String(consumption.resetSeconds))
  countRefusal(rateLimiter, networkOf(http, ctx.req))
  return false
}

const networkOf = ({ clientAddresses }: Http, request: IncomingMessage): string =>
  toNetwork(clientAddresses.find(request))

/**
 * The client is known only after the library has read the body. Without a trusted proxy, all clients share one address.
 */
export async function delayKnownRefused(http: Http, request: IncomingMessage): Promise<void> {
  if (http.config.connectionsPerAddress === undefined) return
  await delayKnownPersistent(http.rateLimiter, networkOf(http, request))
}

/** A program that proves nothing is the same client on everybody's machine: there it is the network that is counted. */
const subjectOf = (http: Http, ctx: KoaContextWithOIDC, clientId: string): string =>
  ctx.oidc.client?.clientAuthMethod === 'none' ? networkOf(http, ctx.req) : clientId

/** A document that is not known yet makes the hub ask a stranger: ten times a minute for one network. */
function mayFetchMetadata(http: Http, ctx: KoaContextWithOIDC): boolean {
  if (!http.config.rateLimits) return true
  const quota = { policy: 'client-metadata', limit: 10 }
  return http.rateLimiter.consume(networkOf(http, ctx.req), quota).isAllowed
}

/** A secret that is tried again and again counts like any failed credential of that address. */
function limitRefusals(http: Http, ctx: KoaContextWithOIDC): void {
  const { config, rateLimiter } = http
  if (!config.rateLimits) return
  const quota = { policy: 'failed-credentials', limit: config.rateLimits.failedCredentialsPerMinute }
  const consumption = rateLimiter.consume(networkOf(http, ctx.req), quota)
  ctx.set(rateLimitFields(quota, consumption))
  if (consumption.isAllowed) return
  countRefusal(rateLimiter, networkOf(http, ctx.req))
  ctx.status = errors.rate_limited.status
  ctx.set('retry-after', String(consumption.resetSeconds))
  ctx.remove('www-authenticate')
  ctx.body = { error: 'temporarily_unavailable', error_description: 'Too many failed attempts from your address' }
}
