import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, type Operation } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hijackReply } from '../connections/hijack-reply.ts'
import type { Http } from '../context.ts'
import { authenticate, bearerToken, isAccountPrincipal } from '../credentials/authenticate.ts'
import { toNetwork } from '../limits/rate-limit.ts'
import type { AccountPrincipal, Principal, PropertyPrincipal, StreamRight } from '../principal.ts'
import { requestValidator } from '../requests/validation.ts'
import { streamRights } from './stream-rights.ts'

/**
 * An answer that does not end: server-sent events (WHATWG HTML, section 9.2). The client is authenticated at the
 * beginning, within a second of any loss of the right (stream-rights.ts), and again in full with every sign of life.
 */
export interface EventStream {
  /** Resolves once the reader has taken enough for the next one, so no backlog is kept in memory. */
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

export interface EventStreamRequest<P extends Principal = AccountPrincipal> {
  readonly principal: P
  /** The position at which the client was cut off. */
  readonly lastEventId: string | undefined
  /** Sends the head; before that, an error can still be answered. */
  open(): EventStream
}

/** Shorter than what proxies wait for (60 s and more), and than the hub waits for a silent connection. */
const aliveEveryMs = 15_000

/** Whose streams an operation has, and what their right to them is. */
interface Readers<P extends Principal> {
  isReader(principal: Principal | undefined): principal is P
  /** A function that has `end` called once the right is lost. Throws if it is lost already. */
  findWatch(request: FastifyRequest, principal: P): Promise<(end: () => void) => () => void>
  /** Authenticates the request again. */
  isStillAllowed(request: FastifyRequest, principal: P): Promise<boolean>
}

/** A stream of an account. */
export function eventStream(
  http: Http,
  operation: Operation,
  handler: (request: EventStreamRequest) => Promise<void>,
): void {
  const rights = streamRights(http.credentials)
  const readers: Readers<AccountPrincipal> = {
    isReader: isAccountPrincipal,
    async findWatch(request, principal) {
      const right = await findRight(http, request, principal)
      return (end) => rights.watch(right, end)
    },
    isStillAllowed: (request, principal) => isStillAllowed(http, request, principal),
  }
  bindStream(http, operation, readers, handler)
}

/** A stream of a property. Its handler ends it once the token is gone; every sign of life checks that as well. */
export function propertyEventStream(
  http: Http,
  operation: Operation,
  handler: (request: EventStreamRequest<PropertyPrincipal>) => Promise<void>,
): void {
  const readers: Readers<PropertyPrincipal> = {
    isReader: (principal) => principal?.kind === 'property',
    findWatch: async () => () => () => {},
    isStillAllowed: async (request, { id }) => hasTokenOf(http, request, id),
  }
  bindStream(http, operation, readers, handler)
}

function bindStream<P extends Principal>(
  http: Http,
  operation: Operation,
  readers: Readers<P>,
  handler: (request: EventStreamRequest<P>) => Promise<void>,
): void {
  const validator = requestValidator(operation)
  const principals = new WeakMap<FastifyRequest, P>()
  http.warmUp.add(validator.compile)
  http.table.add(operation.method, operation.path, 'api')
  http.fastify.route({
    method: operation.method,
    url: operation.path,
    config: { operation },
    onRequest: async (request, reply) => {
      const principal = await authenticate(http, operation, request, reply)
      if (readers.isReader(principal)) principals.set(request, principal)
    },
    handler: async (request, reply) => {
      const principal = principals.get(request)
      if (!principal) throw new Error(`${operation.id} got a request without a principal`)
      validator.parameters(request.query, request.params)
      reply.headers(streamHeaders)
      if (request.method === 'HEAD') return reply.send('')
      const watchRight = await readers.findWatch(request, principal)
      const header = request.headers['last-event-id']
      const lastEventId = typeof header === 'string' && header !== '' ? header : undefined
      const open = (): EventStream => {
        const stream = openStream(reply, () => readers.isStillAllowed(request, principal))
        stream.onEnd(watchRight(stream.end))
        return stream
      }
      await handler({ principal, lastEventId, open })
      return reply
    },
  })
}

/** By what this reader may read on. Throws `signed_out` for a session that has just ended. */
async function findRight(http: Http, request: FastifyRequest, principal: AccountPrincipal): Promise<StreamRight> {
  const { accountId } = principal
  if (principal.kind !== 'user') return { kind: 'apiKey', id: principal.id, accountId }
  const session = await findSessionHere(http, request)
  if (!session) throw new AppError('signed_out')
  return { kind: 'session', id: session.sessionId, accountId }
}

const findSessionHere = async ({ credentials, sessionCookie }: Http, request: FastifyRequest) => {
  const token = sessionCookie.read(request)
  return token === undefined ? undefined : credentials.findSession(token, toNetwork(request.ip))
}

/** Nothing between hub and reader may keep what was sent (the last one is understood by nginx). */
const streamHeaders = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

function openStream(reply: FastifyReply, isAllowed: () => Promise<boolean>): EventStream {
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
    if (await isAllowed()) response.write(': alive\n\n')
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
    // The database may be away for a moment: that ends no stream.
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

function hasTokenOf({ credentials }: Http, request: FastifyRequest, property: string): boolean {
  try {
    return credentials.findProperty(bearerToken(request) ?? '')?.id === property
  } catch {
    // No token is configured any more.
    return false
  }
}

async function isStillAllowed(http: Http, request: FastifyRequest, principal: AccountPrincipal): Promise<boolean> {
  const { credentials } = http
  if (principal.kind === 'apiKey') {
    const key = request.headers['x-api-key']
    return typeof key === 'string' && (await credentials.findApiKey(key))?.id === principal.id
  }
  if (principal.kind !== 'user') return false
  const session = await findSessionHere(http, request)
  return session !== undefined && (await credentials.findMember(session, principal.accountId)) !== undefined
}
