import { AppError } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../http/context.ts'
import { type AccountCaller, authenticateAccount } from '../../http/credentials/authenticate-account.ts'
import { mcpPath } from '../discovery/index.ts'
import { originCheck } from './origin-check.ts'

/**
 * `/mcp`: Host, Origin, credential and body are checked here as they are everywhere, then the protocol has the word.
 * Until then errors are problem documents.
 */

/** Answers one message in the name of its caller. */
export type McpRequestHandler = (request: FastifyRequest, reply: FastifyReply, caller: AccountCaller) => Promise<void>

export function bindMcp(http: Http, answer: McpRequestHandler): void {
  const { table, fastify, config } = http
  const guard = originCheck(config.publicUrl, config.corsOrigins)
  const callers = new WeakMap<FastifyRequest, AccountCaller>()
  const options = { config: { name: 'mcp' } }
  // Before the body is read, and before it is said which methods there are.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    guard.check(request.headers)
    callers.set(request, await authenticateAccount(http, request, reply))
  }
  table.add('POST', mcpPath, 'protocol')
  fastify.options(mcpPath, options, async (_request, reply) => reply.headers({ allow }).code(204).send())
  // The revisions of 2025 have streams and sessions under these; ours is without.
  fastify.route({
    ...options,
    method: ['GET', 'DELETE'],
    url: mcpPath,
    onRequest,
    handler: async (_request, reply) => {
      reply.header('allow', allow)
      throw new AppError('method_not_allowed', { detail: 'Send messages with POST. This server has no sessions.' })
    },
  })
  fastify.post(mcpPath, { ...options, onRequest }, async (request, reply) => {
    const caller = callers.get(request)
    if (!caller) throw new Error('A request came by its credential')
    requireMessage(request.body)
    await answer(request, reply, caller)
  })
}

const allow = 'OPTIONS, POST'
/** Only the revision 2025-03-26 has batches; each of their messages is an answer of some size. */
const maxBatch = 20

function requireMessage(body: unknown): void {
  if (body === undefined) throw new AppError('invalid_json', { detail: 'The body is empty.' })
  if (Array.isArray(body) && body.length > maxBatch)
    throw new AppError('invalid_request', { detail: `A batch can have at most ${maxBatch} messages.` })
}
