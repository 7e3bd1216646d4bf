import { AppError, errors, type Operation, permissions } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AccountId, isId } from '../../platform/values/ids.ts'
import type { Http } from '../context.ts'
import { countFailure, limitRequests, limitVisitor, policyOf, refuseWhenUsedUp } from '../limits/limit-requests.ts'
import { toNetwork } from '../limits/rate-limit.ts'
import type {
  AccountPrincipal,
  ApiKeyPrincipal,
  ClientPrincipal,
  Principal,
  PropertyPrincipal,
  UserPrincipal,
} from '../principal.ts'
import { isRepeated } from '../requests/repeated-header.ts'
import { surfaceAccountOf } from '../requests/session-surface.ts'
import { authenticateMember, roleInsufficient } from './authenticate-member.ts'
import { authenticateSession } from './authenticate-session.ts'
import { findInProcessPrincipal } from './in-process.ts'
import { requireActiveAccount } from './require-active-account.ts'

/** Finds the principal from exactly the credential the operation names; nothing else of the request is looked at. */

export async function authenticate(
  http: Http,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal | undefined> {
  const accountId = surfaceAccountOf(request.raw)
  if (accountId !== undefined) return authenticateMember(http, { operation, accountId }, request, reply)
  if (operation.auth === 'none') {
    if (operation.surface === 'console' && operation.method !== 'GET') await limitVisitor(http, request, reply)
    return undefined
  }
  if (operation.needsRole !== undefined)
    return authenticateMember(http, { operation, accountId: accountInPath(request) }, request, reply)
  if (operation.auth === 'session') return authenticateSession(http, operation, request, reply)
  const principal = findInProcessPrincipal(request.raw) ?? (await findProgram(http, operation, request, reply))
  if (principal.kind !== 'property') {
    await limitRequests(http, policyOf(operation), principal, reply)
    await requireActiveAccount(http.credentials, principal.accountId)
  }
  requirePermission(http, operation, principal, reply)
  return principal
}

const findProgram = (
  http: Http,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ProgramPrincipal> =>
  operation.auth === 'apiKey' ? byApiKey(http, request, reply) : byBearer(http, operation, request, reply)

/** A client with its own credential in a header. */
type ProgramPrincipal = AccountPrincipal | PropertyPrincipal

/** The account that `{accountId}` names; `undefined` when it does not have the form of an id. */
function accountInPath({ params }: FastifyRequest): AccountId | undefined {
  const { accountId = '' } = params as { accountId?: string }
  return isId('acc', accountId) ? accountId : undefined
}

async function byApiKey(http: Http, request: FastifyRequest, reply: FastifyReply): Promise<ProgramPrincipal> {
  const presented = request.headers['x-api-key']
  if (typeof presented !== 'string')
    return refuse(http, reply, http.challenges.apiKey(), missing('Send the API key in the X-API-Key header.'))
  if (isRepeated(request.raw, 'x-api-key'))
    return refuse(http, reply, http.challenges.apiKey(), twice('The X-API-Key header was sent more than once.'))
  const network = toNetwork(request.ip)
  await refuseWhenUsedUp(http, reply, { credential: presented, subject: network })
  const principal = await http.credentials.findApiKey(presented, network)
  if (principal) {
    http.recentCredentials.note(presented)
    return principal
  }
  await countFailure(http, request, reply)
  return refuse(
    http,
    reply,
    http.challenges.apiKey(),
    new AppError('api_key_invalid', { detail: 'The API key is unknown, expired or revoked.' }),
  )
}

async function byBearer(
  http: Http,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ProgramPrincipal> {
  const challenge = operation.auth === 'jwt' ? http.challenges.jwt : http.challenges.bearer
  const token = bearerToken(request)
  if (token === undefined)
    return refuse(
      http,
      reply,
      challenge(),
      missing('Send the token in the Authorization header with the Bearer scheme.'),
    )
  if (isRepeated(request.raw, 'authorization'))
    return refuse(
      http,
      reply,
      challenge({ error: 'invalid_request', description: 'The request has more than one credential' }),
      twice('The Authorization header was sent more than once.'),
    )
  if (operation.auth === 'jwt')
    await refuseWhenUsedUp(http, reply, { credential: token, subject: toNetwork(request.ip) })
  const principal =
    operation.auth === 'jwt' ? await http.credentials.findClient(token, 'keys') : http.credentials.findProperty(token)
  if (principal) {
    if (principal.kind !== 'property') http.recentCredentials.note(token)
    return principal
  }
  await countFailure(http, request, reply)
  return refuse(
    http,
    reply,
    challenge({ error: 'invalid_token', description: 'The token is not valid' }),
    new AppError('invalid_token'),
  )
}

const missing = (detail: string): AppError => new AppError('credentials_missing', { detail })
const twice = (detail: string): AppError => new AppError('invalid_request', { detail })

/**
 * The token of a Bearer `Authorization`; another scheme counts as no credentials (RFC 9110 section 11.4: names in any
 * case).
 */
export function bearerToken(request: {
  readonly headers: { readonly authorization?: string | undefined }
}): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? '')
  return match ? (match[1] ?? '').trim() : undefined
}

export function refuse({ challenges }: Http, reply: FastifyReply, challenge: string, error: AppError): never {
  reply.header('www-authenticate', challenge)
  if (errors[error.code].status === 401) {
    // In addition to the links of the endpoint itself.
    const links = [reply.getHeader('link'), challenges.serviceDoc].filter((link) => link !== undefined)
    reply.header('link', links.join(', '))
  }
  throw error
}

function requirePermission(http: Http, operation: Operation, principal: Principal, reply: FastifyReply): void {
  if (hasPermissions(principal) && operation.permission && !principal.permissions.includes(operation.permission)) {
    throw new AppError('permission_missing', {
      detail: `This operation requires the permission ${operation.permission}.`,
      extensions: { required: operation.permission },
    })
  }
  if (hasScopes(principal) && operation.scope && !principal.scopes.some((scope) => scope === operation.scope)) {
    refuse(
      http,
      reply,
      http.challenges.jwt({
        error: 'insufficient_scope',
        description: 'The token does not have a required scope',
        scope: operation.scope,
      }),
      new AppError('insufficient_scope', { detail: `This operation requires the scope ${operation.scope}.` }),
    )
  }
  if (operation.needsOwner && hasScopes(principal)) requireOwner(http, operation, principal, reply)
}

function requireOwner(
  http: Http,
  { scope }: Operation,
  principal: ClientPrincipal | UserPrincipal,
  reply: FastifyReply,
): void {
  if (principal.kind === 'user' && principal.role !== 'owner') throw roleInsufficient(principal)
  const granted = principal.kind === 'client' ? principal.grantable : principal.permissions
  if (granted.length === permissions.length) return
  refuse(
    http,
    reply,
    http.challenges.jwt({
      error: 'insufficient_scope',
      description: 'The token is limited to permissions',
      ...(scope === undefined ? {} : { scope }),
    }),
    new AppError('insufficient_scope', {
      detail: `This operation gives access to the whole account, but the token is limited to ${granted.join(', ') || 'nothing'}. Request a token with only the scope ${scope}.`,
    }),
  )
}

const hasPermissions = (principal: Principal): principal is ApiKeyPrincipal | UserPrincipal =>
  principal.kind === 'apiKey' || principal.kind === 'user'

/** Whoever came by a JWT. */
const hasScopes = (principal: Principal): principal is ClientPrincipal | UserPrincipal =>
  principal.kind === 'client' || principal.kind === 'user'

export const isAccountPrincipal = (principal: Principal | undefined): principal is AccountPrincipal =>
  principal?.kind === 'apiKey' || principal?.kind === 'client' || principal?.kind === 'user'
