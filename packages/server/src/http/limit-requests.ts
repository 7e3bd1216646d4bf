import { AppError } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from './context.ts'
import type { AccountPrincipal, SessionPrincipal } from './principal.ts'
import { type Quota, rateLimitFields, toNetwork, type Use } from './rate-limit.ts'

/** How many requests a principal may send in a minute, and how many bad credentials a network. */

const failedCredentials = (limit: number): Quota => ({ policy: 'failed-credentials', limit })

export function countFailure(http: Http, request: FastifyRequest, reply: FastifyReply): void {
  const limits = http.config.rateLimits
  if (!limits) return
  const quota = failedCredentials(limits.failedCredentialsPerMinute)
  consume(http, reply, [{ subject: toNetwork(request.ip), quota }])
}

/** Before anything is looked up: whoever has guessed too often gets no further guess for what a look-up costs. */
export function refuseWhenUsedUp(http: Http, request: FastifyRequest, reply: FastifyReply, credential: string): void {
  const limits = http.config.rateLimits
  if (!limits) return
  const quota = failedCredentials(limits.failedCredentialsPerMinute)
  if (!http.rateLimiter.isUsedUp(toNetwork(request.ip), quota) || http.recentCredentials.has(credential)) return
  consume(http, reply, [{ subject: toNetwork(request.ip), quota }])
}

/** The key first, then its account: one account's many keys together get four times what one key gets. */
export function limitRequests(
  http: Http,
  policy: 'reads' | 'writes' | 'messages',
  principal: AccountPrincipal,
  reply: FastifyReply,
): void {
  const limits = http.config.rateLimits
  if (!limits) return
  const limit = policy === 'writes' ? limits.writesPerMinute : limits.readsPerMinute
  consume(http, reply, [
    { subject: principal.id, quota: { policy, limit } },
    { subject: principal.accountId, quota: { policy: `account-${policy}`, limit: limit * 4 } },
  ])
}

/** A page that saves while somebody types, and sends three files at once, writes as often as it reads. */
export function limitPerson(
  http: Http,
  { id }: Pick<SessionPrincipal, 'id'>,
  policy: 'reads' | 'writes',
  reply: FastifyReply,
): void {
  const limits = http.config.rateLimits
  if (limits)
    consume(http, reply, [{ subject: id, quota: { policy: `person-${policy}`, limit: limits.readsPerMinute } }])
}

/** Whoever opens the sign-in page has no name yet: what it may try is counted for its network. */
export function limitVisitor(http: Http, request: FastifyRequest, reply: FastifyReply): void {
  if (http.config.rateLimits) consume(http, reply, [{ subject: toNetwork(request.ip), quota: visitors }])
}

const visitors: Quota = { policy: 'visitors', limit: 60 }

export function consume(http: Http, reply: FastifyReply, uses: readonly [Use, ...Use[]]): void {
  const consumption = http.rateLimiter.consumeAll(uses)
  reply.headers(rateLimitFields(consumption.quota, consumption))
  if (!consumption.isAllowed)
    throw new AppError('rate_limited', {
      retryAfterSeconds: consumption.resetSeconds,
      detail: `More than ${consumption.quota.limit} requests in a minute (${consumption.quota.policy}).`,
    })
}
