import { AppError, type CurrentKey, type Operation } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../context.ts'
import type { AccountPrincipal, RaisedLimits, SessionPrincipal } from '../principal.ts'
import { delayPersistent } from './delay-persistent.ts'
import { type Quota, rateLimitFields, toNetwork, type Use, windowSeconds } from './rate-limit.ts'

/** How many requests a principal may send in a minute, and how many bad credentials a network or a known browser. */

const failedCredentials = (limit: number): Quota => ({ policy: 'failed-credentials', limit })

export async function countFailure(
  http: Http,
  request: FastifyRequest,
  reply: FastifyReply,
  subject = toNetwork(request.ip),
): Promise<void> {
  const limits = http.config.rateLimits
  if (!limits) return
  const quota = failedCredentials(limits.failedCredentialsPerMinute)
  await consume(http, reply, [{ subject, quota }])
}

interface Guess {
  readonly credential: string
  /** Whom its failure would count for. */
  readonly subject: string
}

/** Before anything is looked up: a client that has guessed too often gets no further look-up. */
export async function refuseWhenUsedUp(http: Http, reply: FastifyReply, { credential, subject }: Guess): Promise<void> {
  const limits = http.config.rateLimits
  if (!limits) return
  const quota = failedCredentials(limits.failedCredentialsPerMinute)
  if (!http.rateLimiter.isUsedUp(subject, quota) || http.recentCredentials.has(credential)) return
  await consume(http, reply, [{ subject, quota }])
}

export type RequestPolicy = 'reads' | 'writes' | 'uploads' | 'messages'

/** A master is many requests, and quotas limit its bytes: an upload must not use up the writes of its release. */
export const policyOf = ({ method, carriesFile = false }: Pick<Operation, 'method' | 'carriesFile'>): RequestPolicy =>
  method === 'GET' ? 'reads' : carriesFile ? 'uploads' : 'writes'

/**
 * The key first, then its account: one account's many keys together get four times what one key gets. While the account
 * moves its catalog in, both are multiplied; the row is the one that every request reads. People keep their own limit,
 * because it counts what they do in all their accounts.
 */
export async function quotasOf(
  http: Http,
  policy: RequestPolicy,
  principal: AccountPrincipal,
): Promise<[Use, ...Use[]] | undefined> {
  const limits = http.config.rateLimits
  if (!limits) return undefined
  if (principal.kind === 'user') return [personUse(principal, policy, limits)]
  const raised = await http.credentials.findMoveIn(principal.accountId)
  const usual = policy === 'writes' ? limits.writesPerMinute : limits.readsPerMinute
  const quota = (name: string, usualLimit: number): Quota =>
    raised === undefined
      ? { policy: name, limit: usualLimit, ...(isForMoving(policy) ? { note: askForMoveIn } : {}) }
      : { policy: name, limit: usualLimit * raised.factor, note: describeRaised(usualLimit, raised) }
  return [
    { subject: principal.id, quota: quota(policy, usual) },
    { subject: principal.accountId, quota: quota(`account-${policy}`, usual * 4) },
  ]
}

/** What a client that moves a catalog in sends most of. */
const isForMoving = (policy: RequestPolicy): boolean => policy === 'writes' || policy === 'uploads'

const askForMoveIn = 'To move a catalog in faster, ask the operator to raise the limits of the account for a time.'

const describeRaised = (usual: number, { until }: RaisedLimits): string =>
  `The usual limit is ${usual}. The operator raised it until ${until}.`

/** The detail of a refusal. */
export const describeExceeded = ({ policy, limit, note }: Quota, reason = ''): string =>
  [`More than ${limit} requests per minute (${policy}).`, reason, note].filter(Boolean).join(' ')

/** What `limitRequests` applies to this principal, for whoever asks. */
export async function listRequestLimits(http: Http, principal: AccountPrincipal): Promise<CurrentKey['limits']> {
  const limitsOf = async (name: 'reads' | 'writes' | 'uploads') =>
    ((await quotasOf(http, name, principal)) ?? []).map(({ subject, quota }) => ({
      name,
      requests: quota.limit,
      seconds: windowSeconds,
      scope: subject === principal.accountId ? ('account' as const) : ('caller' as const),
    }))
  return [...(await limitsOf('reads')), ...(await limitsOf('writes')), ...(await limitsOf('uploads'))]
}

export async function limitRequests(
  http: Http,
  policy: RequestPolicy,
  principal: AccountPrincipal,
  reply: FastifyReply,
): Promise<void> {
  const uses = await quotasOf(http, policy, principal)
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

/** A visitor of the sign-in page has no name yet. */
export async function limitVisitor(http: Http, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (http.config.rateLimits) await consume(http, reply, [{ subject: browserOf(http, request), quota: visitors }])
}

/**
 * What a browser without a session is counted for: the person who signed in there before, or else its network. People
 * behind one address, such as those of an office, therefore lock out no one who has signed in before.
 */
export const browserOf = ({ credentials }: Http, { ip, headers }: FastifyRequest): string =>
  credentials.findPersonOfBrowser(headers.cookie) ?? toNetwork(ip)

const visitors: Quota = { policy: 'visitors', limit: 60 }

async function consume(http: Http, reply: FastifyReply, uses: readonly [Use, ...Use[]]): Promise<void> {
  const consumption = http.rateLimiter.consumeAll(uses)
  reply.headers(rateLimitFields(consumption.quota, consumption))
  if (consumption.isAllowed) return
  await delayPersistent(http.rateLimiter, (uses.at(-1) ?? uses[0]).subject)
  throw new AppError('rate_limited', {
    retryAfterSeconds: consumption.resetSeconds,
    detail: describeExceeded(consumption.quota),
  })
}
