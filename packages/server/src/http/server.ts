import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, errors, limits } from '@spindle/contract'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { tenantConcurrency } from '../platform/database/tenant-concurrency.ts'
import { createServer } from '../platform/process/http-server.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { answerClientError } from './connections/client-error.ts'
import { type ExceededLimit, limitConnections, tooManyConnections } from './connections/connection-limits.ts'
import { bindDraining } from './connections/draining.ts'
import { continueOnceRead } from './connections/expect-continue.ts'
import { answerHalfClosed } from './connections/half-close.ts'
import { limitBodyTime } from './connections/limit-body-time.ts'
import { drainOnceAnswered, lingerOnClose } from './connections/lingering-close.ts'
import { limitPipelining } from './connections/pipelining.ts'
import { refuseRequest } from './connections/refuse-request.ts'
import { cutSlowReaders } from './connections/slow-readers.ts'
import { unnamedProxies } from './connections/unnamed-proxies.ts'
import { unsentBytes } from './connections/unsent-bytes.ts'
import type { Http } from './context.ts'
import { findOuterRequestId } from './credentials/in-process.ts'
import { recentCredentials } from './credentials/recent-credentials.ts'
import { sessionCookie } from './credentials/session-cookie.ts'
import { pace } from './limits/pace.ts'
import { refuseContentCoding } from './requests/content-coding.ts'
import { isUpload, type RequestObserver } from './requests/request-observer.ts'
import { enterSessionSurface, surfaceAccountOf } from './requests/session-surface.ts'
import { parseStrictJson } from './requests/strict-json.ts'
import { traceRequests } from './requests/trace-requests.ts'
import { corsHeaders } from './responses/cors.ts'
import { problemMediaType, toProblem } from './responses/problem.ts'
import { securityHeaders } from './responses/security-headers.ts'
import { isConsoleCall, requireOwnPage } from './routing/own-page.ts'
import { routeTable } from './routing/route-table.ts'

/**
 * A request the framework never sees: true when it was answered. For the endpoints whose cost or promise forbids a
 * detour.
 */
export type RawHandler = (request: IncomingMessage, response: ServerResponse) => boolean

export interface HttpOptions
  extends Omit<
    Http,
    | 'fastify'
    | 'table'
    | 'readers'
    | 'recentCredentials'
    | 'sessionCookie'
    | 'unsentBytes'
    | 'draining'
    | 'pace'
    | 'turns'
  > {
  readonly rawHandlers: readonly RawHandler[]
  /** Changes a request before anything looks at it. */
  readonly rewriteRequest: (request: IncomingMessage) => void
  readonly observer: RequestObserver
  readonly tracing?: Tracing | undefined
}

/** Each at most a page of megabytes: with more of one account, everybody else would wait for the processors. */
const turnsPerAccount = 2

/** Everything that any HTTP service of ours needs; independent of releases and tracks. */
export function httpServer(options: HttpOptions): Http {
  const fastify: FastifyInstance = Fastify({
    logger: false,
    bodyLimit: limits.maxJsonBytes,
    exposeHeadRoutes: true,
    // The framework's own 503 is not a problem document.
    return503OnClosing: false,
    // Without it, request.ip is the address of the socket.
    trustProxy: options.clientAddresses.isProxy,
    routerOptions: { maxParamLength: 200 },
    genReqId: (request) => findOuterRequestId(request) ?? options.ids.make('req'),
    frameworkErrors: (error, request, reply) => void answerError(http, error, request, reply),
    serverFactory: (handler) => createNodeServer(options, handler),
  })
  const http: Http = {
    ...options,
    fastify,
    table: routeTable(),
    readers: new Map(),
    unsentBytes: unsentBytes(),
    pace: pace(),
    turns: tenantConcurrency(turnsPerAccount),
    draining: bindDraining(fastify),
    recentCredentials: recentCredentials(options.clock),
    sessionCookie: sessionCookie(options.config.publicUrl),
  }
  bindParsers(fastify)
  // Before all others, so that what they wait for counts.
  if (options.tracing) traceRequests(fastify, options.tracing)
  bindHooks(http, options.observer)
  fastify.setErrorHandler((error: FastifyError, request, reply) => answerError(http, error, request, reply))
  fastify.setNotFoundHandler((request, reply) => answerUnknown(http, request, reply))
  return http
}

function createNodeServer(
  { rawHandlers, rewriteRequest, config, ids, clientAddresses }: HttpOptions,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  /** True when a raw handler answered. */
  const isAnsweredEarly = (request: IncomingMessage, response: ServerResponse): boolean => {
    request.url = decodeUnreserved(originForm(request.url ?? ''))
    rewriteRequest(request)
    drainOnceAnswered(request, response, linger)
    const refusal = findRefusal(request)
    if (refusal) {
      refuseRequest(response, refusal, { publicUrl: config.publicUrl, requestId: ids.make('req') })
      return true
    }
    if (rawHandlers.some((rawHandler) => rawHandler(request, response))) return true
    enterSessionSurface(request)
    return false
  }
  const limited = limitPipelining(handler)
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (!isAnsweredEarly(request, response)) limited(request, response)
  }
  const server = createServer(
    // Node's own refusal of a request without Host is empty.
    { maxHeaderSize: limits.maxHeaderBytes, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    answer,
  )
  answerHalfClosed(server, halfClosedMs)
  server.headersTimeout = 10_000
  // A slow but honest upload may take hours; JSON bodies have a limit of their own, uploads a minimum rate.
  server.requestTimeout = 0
  // Nothing sent and nothing read for so long: the client is gone. Finishing a large upload stays far below.
  server.timeout = 300_000
  const exceededLimit: ExceededLimit = limitConnections(server, {
    ...connectionLimits,
    perAddress: config.connectionsPerAddress,
    isProxy: clientAddresses.isProxy,
  })
  const findRefusal = (request: IncomingMessage): AppError | undefined => {
    const exceeded = exceededLimit(request.socket)
    if (exceeded !== undefined) return tooManyConnections(exceeded)
    return request.httpVersion === '1.1' && request.headers.host === undefined ? missingHost() : undefined
  }
  cutSlowReaders(server)
  lingerOnClose(server, linger)
  server.on('checkContinue', (request, response) => {
    continueOnceRead(request, response)
    answer(request, response)
  })
  // An unknown expectation may be ignored (RFC 9110 section 10.1.1); Node's own 417 would pass by the raw handlers.
  server.on('checkExpectation', answer)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    answerClientError({ error, socket, publicUrl: config.publicUrl, requestId: ids.make('req'), linger }),
  )
  return server
}

/** Every request of HTTP/1.1 names its host (RFC 9112 section 3.2). */
const missingHost = () =>
  new AppError('invalid_request', { detail: 'The request has no Host header. Send it with the name of the hub.' })

/** Longer than most answers take. */
const halfClosedMs = 2_000

/** As common web servers wait; the bytes are more than most masters have. */
const linger = { ms: 30_000, bytes: 256 * 1024 ** 2 }

const connectionLimits = {
  // More would cost the memory of those that are served.
  max: 10_000,
  // Longer than the idle time of common load balancers (60 s), so that they never write into a closing connection.
  keepAliveMs: 72_000,
  crowdedKeepAliveMs: 5_000,
}

/**
 * A server must take targets in absolute form, too (RFC 9112 section 3.2.2); whose address they name is of no interest.
 */
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1]
  if (path === undefined) return target
  return path.startsWith('/') ? path : `/${path}`
}

/**
 * Other spellings of one path (RFC 3986 section 6.2.2.2) are one path to everybody who looks at it: raw handlers,
 * router and route table. The query is left alone.
 */
function decodeUnreserved(target: string): string {
  const end = target.indexOf('?')
  const path = end === -1 ? target : target.slice(0, end)
  if (!path.includes('%')) return target
  const decoded = path.replace(/%([2-7][0-9a-f])/gi, (spelling, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return /[\w.~-]/.test(character) ? character : spelling
  })
  return end === -1 ? decoded : decoded + target.slice(end)
}

/** Only JSON is parsed here; whatever else a route takes, it registers itself. */
function bindParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => (body.length === 0 ? undefined : parseStrictJson(body)),
  )
}

function bindHooks(http: Http, observer: RequestObserver): void {
  const { fastify, config } = http
  const security = securityHeaders(config.publicUrl)
  const proxies = unnamedProxies(http.clientAddresses, http.log)
  fastify.addHook('onRequest', async (request, reply) => {
    proxies.look(request.raw)
    reply.headers({ ...security, 'x-request-id': request.id, 'cache-control': 'no-store' })
    const path = request.url.split('?', 1)[0] ?? ''
    const known = http.table.find(path)
    const isConsole = isConsoleCall(path) || surfaceAccountOf(request.raw) !== undefined
    if (isConsole) requireOwnPage(request, config.publicUrl)
    else reply.headers(corsHeaders(config.corsOrigins, request.headers.origin, known?.kind === 'public'))
    if (request.method === 'OPTIONS' && known && known.kind !== 'protocol')
      return reply
        .headers({ allow: known.methods.join(', ') })
        .code(204)
        .send()
    // Before the body is read: it is not what is wrong with the request.
    if (request.is404) return answerUnknown(http, request, reply)
    refuseContentCoding(request.raw)
    if (!isUpload(request)) limitBodyTime(request.raw, reply.raw, bodyTimeoutMs, () => answerLate(http, request, reply))
    return undefined
  })
  fastify.addHook('onResponse', async (request, reply) => observer.onResponse(request, reply))
}

const bodyTimeoutMs = 30_000

function answerLate(http: Http, request: FastifyRequest, reply: FastifyReply): void {
  const error = new AppError('request_timeout')
  // A library that answers past the framework is the only one that can; it learns of the end by the connection.
  if (reply.sent) request.raw.destroy(error)
  else answerError(http, error, request, reply.header('connection', 'close'))
}

function answerUnknown(http: Http, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?', 1)
  const known = http.table.find(path)
  if (!known) return answerError(http, new AppError('not_found'), request, reply)
  reply.header('allow', known.methods.join(', '))
  const meant = http.table.findBelow(request.method, path)
  const detail = `This resource supports ${known.methods.join(', ')}.${meant === undefined ? '' : ` Did you mean ${request.method} ${meant}?`}`
  return answerError(http, new AppError('method_not_allowed', { detail }), request, reply)
}

function answerError(http: Http, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = convertError(error, request)
  const problem = toProblem(known, { publicUrl: http.config.publicUrl, requestId: request.id })
  // Stopping is not a failure: the log line of the request has the refusal.
  if (known.code !== 'shutting_down') tellFailure(http, known, { request, error, status: problem.status })
  if (known.options.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(known.options.retryAfterSeconds))
  return reply
    .code(problem.status)
    .headers({ 'content-type': problemMediaType, 'cache-control': 'no-store', 'x-request-id': request.id })
    .send(JSON.stringify(problem))
}

interface Failure {
  readonly request: FastifyRequest
  readonly error: unknown
  readonly status: number
}

/** A defect is logged in full; an outage or a full disk only with its reason, because one line reports it for all. */
function tellFailure({ log, onUnavailable }: Http, known: AppError, { request, error, status }: Failure): void {
  if (status === errors.internal_error.status) log.error('request.failed', { requestId: request.id, error })
  else if (status > 500) {
    log.info('request.unavailable', { requestId: request.id, code: known.code, error })
    onUnavailable(known)
  }
}

/** The border of the framework: its errors become ours, whatever else is thrown is an internal error. */
function convertError(error: unknown, { routeOptions, server }: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('body_too_large', {
      detail: `The body can have at most ${routeOptions.bodyLimit ?? limits.maxJsonBytes} bytes.`,
      cause: error,
    })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new AppError('unsupported_media_type', {
      detail: `Send the body with the header Content-Type: ${bodyTypes.filter((type) => server.hasContentTypeParser(type)).join(' or ')}.`,
      cause: error,
    })
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return new AppError('invalid_json', { detail: 'The body is empty.', cause: error })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('invalid_request', { cause: error })
  return new AppError('internal_error', { cause: error })
}

/** What bodies are sent as, here or there. Merge patches may be called plain JSON as well. */
const bodyTypes = ['application/json', 'application/x-ndjson', 'application/x-www-form-urlencoded'] as const
