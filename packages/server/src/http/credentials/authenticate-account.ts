import { AppError } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../context.ts'
import { countFailure, limitRequests, refuseWhenUsedUp } from '../limits/limit-requests.ts'
import { toNetwork } from '../limits/rate-limit.ts'
import type { AccountPrincipal, Credentials } from '../principal.ts'
import { isRepeated } from '../requests/repeated-header.ts'
import { bearerToken, refuse } from './authenticate.ts'
import type { ChallengeError } from './challenge.ts'
import { requireActiveAccount } from './require-active-account.ts'

/**
 * For what acts in the name of an account with whatever credential it holds: an API key in `X-API-Key`, or an API key
 * or a JWT as Bearer token, because many programs can send nothing else. Exactly one may be sent.
 */

export interface AccountCaller {
  readonly principal: AccountPrincipal
  /** The presented credential, so that the API can be called with the same one. Never logged, never answered. */
  readonly credential: string
}

export async function authenticateAccount(
  http: Http,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountCaller> {
  const { key, token } = credentialsOf(request)
  const refuseFor = (error: AppError, problem?: ChallengeError): never =>
    refuse(http, reply, http.challenges.bearerKey(problem), error)
  if ((key !== undefined && token !== undefined) || isAnyRepeated(request))
    return refuseFor(
      new AppError('invalid_request', { detail: 'Send one credential: X-API-Key, or Authorization with Bearer.' }),
      { error: 'invalid_request', description: 'The request has more than one credential' },
    )
  const credential = key ?? token
  if (credential === undefined)
    return refuseFor(
      new AppError('credentials_missing', {
        detail: 'Send an API key in the X-API-Key header, or as a Bearer token in the Authorization header.',
      }),
    )
  const network = toNetwork(request.ip)
  await refuseWhenUsedUp(http, reply, { credential, subject: network })
  const principal = await findPrincipal(http.credentials, { key, token }, network)
  if (!principal) {
    await countFailure(http, request, reply)
    return refuseFor(invalid(key), {
      error: 'invalid_token',
      description: 'The credential is not valid',
    })
  }
  http.recentCredentials.note(credential)
  await limitRequests(http, 'messages', principal, reply)
  await requireActiveAccount(http.credentials, principal.accountId)
  return { principal, credential }
}

const invalid = (key: string | undefined): AppError =>
  key === undefined
    ? new AppError('invalid_token', { detail: 'The Bearer token is neither a valid API key nor a valid JWT.' })
    : new AppError('api_key_invalid', { detail: 'The API key is unknown, expired or revoked.' })

function credentialsOf(request: FastifyRequest): { key: string | undefined; token: string | undefined } {
  const key = request.headers['x-api-key']
  return { key: key === undefined ? undefined : String(key), token: bearerToken(request) }
}

const isAnyRepeated = ({ raw }: FastifyRequest): boolean =>
  isRepeated(raw, 'x-api-key') || isRepeated(raw, 'authorization')

/** An API key is recognised by its form alone, so a JWT costs no key look-up. */
async function findPrincipal(
  { findApiKey, findClient }: Credentials,
  { key, token }: { readonly key: string | undefined; readonly token: string | undefined },
  network: string,
): Promise<AccountPrincipal | undefined> {
  if (key !== undefined) return findApiKey(key, network)
  return token === undefined ? undefined : ((await findApiKey(token, network)) ?? findClient(token, 'mcp'))
}
