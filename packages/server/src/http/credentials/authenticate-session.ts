import { AppError, type Operation } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../context.ts'
import { browserOf, countFailure, limitPerson, refuseWhenUsedUp } from '../limits/limit-requests.ts'
import { toNetwork } from '../limits/rate-limit.ts'
import type { SessionPrincipal } from '../principal.ts'

/** The person whose cookie it is, without an account. */
export async function authenticateSession(
  http: Http,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SessionPrincipal> {
  const session = await findSessionOf(http, operation, request, reply)
  requireOperator(operation, session)
  requireConfirmation(http, operation, session)
  return session
}

function requireOperator({ needsOperator }: Operation, { isOperator }: SessionPrincipal): void {
  if (!needsOperator || isOperator) return
  throw new AppError('role_insufficient', { detail: 'Only an operator of this hub can do this. Ask an operator.' })
}

/** Throws `signed_out`. A cookie counts here and nowhere else. */
export async function findSessionOf(
  http: Http,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SessionPrincipal> {
  if (request.headers.authorization !== undefined || request.headers['x-api-key'] !== undefined)
    throw new AppError('invalid_request', {
      detail: 'The console requires the session of a person. Use API keys and tokens with /api.',
    })
  const token = http.sessionCookie.read(request)
  if (token === undefined) throw new AppError('signed_out')
  const browser = browserOf(http, request)
  await refuseWhenUsedUp(http, reply, { credential: token, subject: browser })
  const session = await http.credentials.findSession(token, toNetwork(request.ip))
  if (!session) {
    await countFailure(http, request, reply, browser)
    throw new AppError('signed_out')
  }
  http.recentCredentials.note(token)
  await limitPerson(http, session, operation.method === 'GET' ? 'reads' : 'writes', reply)
  return session
}

/** Throws `confirmation_needed` unless the person proved lately who it is. */
export function requireConfirmation(
  { clock }: Http,
  { needsConfirmation }: Operation,
  session: SessionPrincipal,
): void {
  if (!needsConfirmation || clock.now() < session.confirmedUntilMs) return
  throw new AppError('confirmation_needed', { extensions: { methods: session.confirmsBy } })
}
