import { AppError, type CurrentKey } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from './context.ts'
import { delayPersistent } from './delay-persistent.ts'
import type { AccountPrincipal, SessionPrincipal } from './principal.ts'
import { type Quota, rateLimitFields, toNetwork, type Use, windowSeconds } from './rate-limit.ts'

/** How many requests a principal may send in a minute, and how many bad credentials a network. */

const failedCredentials = (limit: number): Quota => ({ policy: 'failed-credentials', limit })

export async function countFailure(http: Http, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const limits = http.config.rateLimits
  if (!limits) return
  const quota = failedCredentials(limits.failedCredentialsPerMinute)
  await consume(http, reply, [{ subject: toNetwork(request.ip), quota }])
}

/** Before anything is looked up: a client that has guessed too often gets no further look-up. */
export async function refuseWhenUsedUp(
  http: Http,
  request: FastifyRequest,
  reply: FastifyReply,
  credential: string,
): Promise<void> {
  const limits = http.config.rateLimits
  if (!limits) return
  const quota = failedCredentials(limits.failedCredentialsPerMinute)
  if (!http.rateLimiter.isUsedUp(toNetwork(request.ip), quota) || http.recentCredentials.has(credential)) return
  await consume(http, reply, [{ subject: toNetwork(request.ip), quota }])
}

export type RequestPolicy = 'reads' | 'writes' | 'messages'

/** The key first, then its account: one account's many keys together get four times what one key gets. */
export function quotasOf(http: Http, policy: RequestPolicy, principal: AccountPrincipal): [Use, ...Use[]] | undefined {
  const limits = http.config.rateLimits
  if (!limits) return undefined
  if (principal.kind === 'user') return [personUse(principal, policy, limits)]
  const limit = policy === 'writes' ? limits.writesPerMinute : limits.readsPerMinute
  return [
    { subject: principal.id, quota: { policy, limit } },
    { subject: principal.accountId, quota: { policy: `account-${policy}`, limit: limit * 4 } },
  ]
}

/** What `limitRequests` applies to this principal, for whoever asks. */
export const listRequestLimits = (http: Http, principal: AccountPrincipal): CurrentKey['limits'] =>
  (['reads', 'writes'] as const).flatMap((name) =>
    (quotasOf(http, name, principal) ?? []).map(({ subject, quota }) => ({
      name,
      requests: quota.limit,
      seconds: windowSeconds,
      scope: subject === principal.accountId ? ('account' as const) : ('caller' as const),
    })),
  )

export async function limitRequests(
  http: Http,
  policy: RequestPolicy,
  principal: AccountPrincipal,
  reply: FastifyReply,
): Promise<void> {
  const uses = quotasOf(http, policy, principal)
  if (uses) await consume(http, reply, uses)
}

/** A page that saves while a person types, and sends three files at once, writes as often as it reads. */
const personUse = (
  { id }: Pick<SessionPrincipal, 'id'>,
  policy: RequestPolicy,
  { readsPerMinute: limit }: { readonly readsPerMinute: number },
): Use => ({ subject: id, quota: { policy: `person-${policy}`, limit } })

export async function limitPerson(
  http: Http,
  person: Pick<SessionPrincipal, 'id'>,
  policy: 'reads' | 'writes',
  reply: FastifyReply,
): Promise<void> {
  const limits = http.config.rateLimits
  if (limits) await consume(http, reply, [personUse(person, policy, limits)])
}

/** Whoever opens the sign-in page has no name yet: what it may try is counted for its network. */
export async function limitVisitor(http: Http, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (http.config.rateLimits) await consume(http, reply, [{ subject: toNetwork(request.ip), quota: visitors }])
}

const visitors: Quota = { policy: 'visitors', limit: 60 }

async function consume(http: Http, reply: FastifyReply, uses: readonly [Use, ...Use[]]): Promise<void> {
  const consumption = http.rateLimiter.consumeAll(uses)
  reply.headers(rateLimitFields(consumption.quota, consumption))
  if (consumption.isAllowed) return
  await delayPersistent(http.rateLimiter, (uses.at(-1) ?? uses[0]).subject)
  throw new AppError('rate_limited', {
    retryAfterSeconds: consumption.resetSeconds,
    detail: `More than ${consumption.quota.limit} requests in a minute (${consumption.quota.policy}).`,
  })
}
