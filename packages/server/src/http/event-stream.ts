import { setTimeout as sleep } from 'node:timers/promises'
import type { Operation } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, isAccountPrincipal } from './authenticate.ts'
import type { Http } from './context.ts'
import { hijackReply } from './hijack-reply.ts'
import type { AccountPrincipal } from './principal.ts'
import { toNetwork } from './rate-limit.ts'
import { requestValidator } from './validation.ts'

/**
 * An answer that does not end: server-sent events (WHATWG HTML, section 9.2). Who asks is made sure of at the beginning
 * and again with every sign of life, so that a key that was revoked or a session that was ended hears nothing more.
 */
export interface EventStream {
  /** Resolves once the reader has taken enough for the next one: nobody's backlog is kept in memory. */
  send(message: EventMessage): Promise<void>
  end(): void
  /** Whoever ended it. */
  onEnd(listener: () => void): void
}

export interface EventMessage {
  readonly id?: string
  readonly event: string
  readonly data: object
}

export interface EventStreamRequest {
  readonly principal: AccountPrincipal
  /** Where the client says that it was cut off. */
  readonly lastEventId: string | undefined
  /** Sends the head; before that, an error can still be answered. */
  open(): EventStream
}

/** Shorter than what proxies wait for (60 s and more), and than the hub waits for a silent connection. */
const aliveEveryMs = 15_000

export function eventStream(
  http: Http,
  operation: Operation,
  handler: (request: EventStreamRequest) => Promise<void>,
): void {
  const validator = requestValidator(operation)
  const principals = new WeakMap<FastifyRequest, AccountPrincipal>()
  http.warmUp.add(validator.compile)
  http.table.add(operation.method, operation.path, 'api')
  http.fastify.route({
    method: operation.method,
    url: operation.path,
    config: { operation },
    onRequest: async (request, reply) => {
      const principal = await authenticate(http, operation, request, reply)
      if (isAccountPrincipal(principal)) principals.set(request, principal)
    },
    handler: async (request, reply) => {
      const principal = principals.get(request)
      if (!principal) throw new Error(`${operation.id} was asked by nobody`)
      validator.parameters(request.query, request.params)
      reply.headers(streamHeaders)
      if (request.method === 'HEAD') return reply.send('')
      const header = request.headers['last-event-id']
      const lastEventId = typeof header === 'string' && header !== '' ? header : undefined
      await handler({ principal, lastEventId, open: () => openStream(http, request, reply, principal) })
      return reply
    },
  })
}

/** Nothing between hub and reader may keep what was sent (the last one is understood by nginx). */
const streamHeaders = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

function openStream(
  http: Http,
  request: FastifyRequest,
  reply: FastifyReply,
  principal: AccountPrincipal,
): EventStream {
  hijackReply(reply)
  const response = reply.raw
  response.writeHead(200)
  // A comment at once: the reader learns that it is open before anything happens.
  response.write(': open\n\nretry: 2000\n\n')
  const ended = new AbortController()
  response.once('close', () => ended.abort())
  const end = (): void => {
    if (!response.writableEnded) response.end()
    ended.abort()
  }
  void keepAlive(ended.signal, async () => {
    if (await isStillAllowed(http, request, principal)) response.write(': alive\n\n')
    else end()
  })
  return {
    async send(message) {
      if (ended.signal.aborted) return
      if (!response.write(textOf(message))) await drained(response, ended.signal)
    },
    end,
    onEnd: (listener) => {
      if (ended.signal.aborted) listener()
      else ended.signal.addEventListener('abort', listener, { once: true })
    },
  }
}

const textOf = ({ id, event, data }: EventMessage): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

async function keepAlive(signal: AbortSignal, show: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await sleep(aliveEveryMs, undefined, { signal, ref: false }).catch(() => {})
    // The database may be away for a moment: nobody is cut off for that.
    if (!signal.aborted) await show().catch(() => {})
  }
}

const drained = (response: FastifyReply['raw'], signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    response.once('drain', done)
    signal.addEventListener('abort', done, { once: true })
  })

async function isStillAllowed(
  { credentials, sessionCookie }: Http,
  request: FastifyRequest,
  principal: AccountPrincipal,
): Promise<boolean> {
  if (principal.kind === 'apiKey') {
    const key = request.headers['x-api-key']
    return typeof key === 'string' && (await credentials.findApiKey(key))?.id === principal.id
  }
  if (principal.kind !== 'user') return false
  const token = sessionCookie.read(request)
  const session = token === undefined ? undefined : await credentials.findSession(token, toNetwork(request.ip))
  return session !== undefined && (await credentials.findMember(session, principal.accountId)) !== undefined
}
