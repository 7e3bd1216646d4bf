import { AppError } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../context.ts'
import type { AccountPrincipal } from '../principal.ts'
import type { RenderedResponse } from '../responses/handler-response.ts'
import { describeExceeded, quotasOf, type RequestPolicy } from './limit-requests.ts'
import { rateLimitFields, type Use } from './rate-limit.ts'

/**
 * A request counts for what it makes the hub do, which is known when its answer is there: a page of 4 MiB is not one
 * request like a page of 4 kB, and a copy of a large draft not one like a small draft. So one request never adds more
 * than 64 KiB to the database beyond what was sent, however little is sent.
 */

/** Bytes of an answer that one request pays for; each further piece of that size counts as one more. */
const readUnitBytes = 131_072
const changeUnitBytes = 65_536
/** What is new is stored, several times its length with rows and indexes. What was sent is not counted. */
const createUnitBytes = 16_384

export function countExtraRequests(
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  answer: Pick<RenderedResponse, 'status' | 'body' | 'extraRequests'>,
): number {
  return Math.max(answer.extraRequests ?? 0, countBySize(request, answer))
}

function countBySize(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { status, body = '' }: Pick<RenderedResponse, 'status' | 'body'>,
): number {
  const bytes = body.length
  if (method === 'GET' || method === 'HEAD') return Math.floor(bytes / readUnitBytes)
  if (status !== 201) return Math.floor(bytes / changeUnitBytes)
  const sentBytes = Number(headers['content-length'] ?? 0)
  return Math.floor(Math.max(0, bytes - sentBytes) / createUnitBytes)
}

/** Runs the work of a request once its account has paid for earlier answers, and counts the weight of this answer. */
export async function weighAnswer(
  http: Http,
  { request, reply, principal }: { request: FastifyRequest; reply: FastifyReply; principal: AccountPrincipal },
  work: () => Promise<RenderedResponse>,
): Promise<RenderedResponse> {
  const policy: RequestPolicy = request.method === 'GET' || request.method === 'HEAD' ? 'reads' : 'writes'
  const uses = await quotasOf(http, policy, principal)
  const widest = uses?.at(-1)
  if (!uses || !widest) return work()
  return http.turns.run(`${policy} ${principal.accountId}`, async () => {
    requirePaid(http, reply, uses)
    await http.pace.waitForTurn(widest)
    const answer = await work()
    const cost = countExtraRequests(request, answer)
    if (cost > 0) {
      for (const use of uses) http.rateLimiter.charge({ ...use, cost })
      http.pace.charge({ ...widest, cost })
    }
    return answer
  })
}

/** While a request waited for its turn, those before it may have used more than everything up. */
function requirePaid({ rateLimiter }: Http, reply: FastifyReply, uses: readonly Use[]): void {
  for (const use of uses) {
    const { remaining, resetSeconds } = rateLimiter.look(use)
    if (remaining >= 0) continue
    reply.headers(rateLimitFields(use.quota, { remaining: 0, resetSeconds }))
    throw new AppError('rate_limited', {
      retryAfterSeconds: resetSeconds,
      detail: describeExceeded(use.quota, 'Large responses count as several requests.'),
    })
  }
}
