import { Readable } from 'node:stream'
import type { BodyOf, Operation, ParamsOf, QueryOf } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageBytes } from '../../platform/database/page-budget.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import { canonicalJson } from '../../platform/values/canonical-json.ts'
import { findUnnamedProxy } from '../connections/unnamed-proxies.ts'
import type { Http } from '../context.ts'
import { authenticate, isAccountPrincipal } from '../credentials/authenticate.ts'
import { parseIdempotencyKey, type StoredAnswer } from '../idempotency/idempotency.ts'
import { weighAnswer } from '../limits/weigh-answer.ts'
import type { AccountPrincipal, Principal, PropertyPrincipal, SessionPrincipal, UserPrincipal } from '../principal.ts'
import { type AddFormat, formatNegotiation } from '../requests/accepted-format.ts'
import type { BodyRules } from '../requests/body-rules.ts'
import { type RequestValidator, requestValidator } from '../requests/validation.ts'
import { markForSpreadsheets } from '../responses/csv.ts'
import { isNotModified } from '../responses/etag.ts'
import type { HandlerResponse, PageRequest, RenderedResponse } from '../responses/handler-response.ts'
import { encodeLongBody, lengthOfPieces, writesOf } from '../responses/long-body.ts'
import { findReader, parsePath, type ResourceReader } from '../responses/read-resource.ts'
import { type PageContext, renderBody, renderFile, renderPage, renderStream } from '../responses/render.ts'
import { sendFile } from '../responses/send-file.ts'

/**
 * The only way an operation of the contract becomes a route: principal -> limits -> permission -> validation -> one
 * transaction (with its idempotency record) -> handler -> answer. A write's handler gets that transaction, so effect
 * and record commit together.
 */

interface InputBase<O extends Operation> {
  readonly params: ParamsOf<O>
  readonly query: QueryOf<O>
  readonly body: O['checksItems'] extends true ? unknown : BodyOf<O>
  readonly page: PageRequest
  readonly ifMatch: string | undefined
  readonly requestId: string
  /** The client's address and, for handlers that negotiate, its Accept header. */
  readonly address: string
  /** False behind a proxy that SPINDLE_TRUSTED_PROXIES does not name: `address` is then that of the proxy. */
  isAddressKnown(): boolean
  readonly accept: string | undefined
  /** The User-Agent and the cookies of the client: for handlers that begin and end sessions. */
  readonly device: string | undefined
  readonly sessionToken: string | undefined
  readonly cookies: string | undefined
}

/** Operations on one account: in the account of the credential, or in the one that the path names. */
type OfAccount = { readonly auth: 'apiKey' | 'jwt' } | { readonly needsRole: 'viewer' | 'owner' }

type Subject<O extends Operation> = O extends OfAccount
  ? O['method'] extends 'GET'
    ? { readonly principal: PrincipalOf<O>; readonly tenant: Tenant }
    : { readonly principal: PrincipalOf<O>; readonly trx: TenantTransaction }
  : O['auth'] extends 'integrationToken'
    ? { readonly principal: PropertyPrincipal }
    : O['auth'] extends 'session'
      ? { readonly principal: SessionPrincipal }
      : object

type PrincipalOf<O extends Operation> = O['auth'] extends 'session' ? UserPrincipal : AccountPrincipal

export type Input<O extends Operation> = InputBase<O> & Subject<O>
export type Handler<O extends Operation> = (input: Input<O>) => Promise<HandlerResponse<O>>

/** What an operation checks beside its schemas. */
export interface RouteOptions {
  readonly bodyRules?: BodyRules
}

export function route<O extends Operation>(
  http: Http,
  operation: O,
  handler: Handler<O>,
  { bodyRules }: RouteOptions = {},
): void {
  const validator = requestValidator(operation)
  const addFormat = formatNegotiation(operation)
  const principals = new WeakMap<FastifyRequest, Principal>()
  http.warmUp.add(validator.compile)
  http.table.add(operation.method, operation.path, operation.surface ?? 'api')
  if (operation.method === 'GET') http.readers.set(operation.path, readerOf(http, operation, handler))
  http.fastify.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    ...(operation.maxBodyBytes === undefined ? {} : { bodyLimit: operation.maxBodyBytes }),
    // Before the body is read: who may not write need not send it.
    onRequest: async (request, reply) => {
      const principal = await authenticate(http, operation, request, reply)
      if (principal) principals.set(request, principal)
    },
    handler: async (request, reply) => {
      const principal = principals.get(request)
      if (addFormat) varyByAccept(reply)
      const work = () => answer({ http, operation, handler, request, principal }, { validator, bodyRules, addFormat })
      if (!isAccountPrincipal(principal)) return send(reply, request, await encodeLongBody(await work()))
      const rendered = await http.unsentBytes.makeAnswer(principal.accountId, reply.raw, {
        isRead: operation.method === 'GET',
        work: async () => encodeLongBody(await weighAnswer(http, { request, reply, principal }, work)),
        bytesOf: lengthOf,
      })
      return send(reply, request, rendered)
    },
  })
}

/** Beside `Origin`, where answers differ by that too. */
function varyByAccept(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'accept' : `${String(vary)}, accept`)
}

/** Of a stream as much as one page of it can be: the next one is made when this one is taken. */
function lengthOf({ body, pieces, file, stream }: RenderedResponse): number {
  if (stream) return pageBytes
  if (pieces) return lengthOfPieces(pieces)
  return body === undefined ? (file?.heldBytes ?? 0) : Buffer.byteLength(body)
}

const readerOf = <O extends Operation>(http: Http, operation: O, handler: Handler<O>): ResourceReader => ({
  operation,
  read: ({ params, principal, tenant, request }) =>
    finish(
      { http, operation, handler, request, principal },
      { params, query: {}, body: undefined },
      { principal, tenant },
    ),
})

interface Call<O extends Operation> {
  readonly http: Http
  readonly operation: O
  readonly handler: Handler<O>
  readonly request: FastifyRequest
  readonly principal: Principal | undefined
}

interface Reading {
  readonly validator: RequestValidator
  readonly bodyRules: BodyRules | undefined
  readonly addFormat: AddFormat | undefined
}

async function answer<O extends Operation>(
  call: Call<O>,
  { validator, bodyRules, addFormat }: Reading,
): Promise<RenderedResponse> {
  const { http, operation, request, principal } = call
  const sent = addFormat ? addFormat(request.query, request.headers.accept) : request.query
  const { query, params } = validator.parameters(sent, request.params)
  if (operation.method !== 'GET' && !operation.checksItems) validator.body(request.body, bodyRules)
  if (operation.grows) await http.diskReserve.requireRoom()
  const content = { query, params, body: request.body }
  if (!isAccountPrincipal(principal)) return finish(call, content, { principal })
  if (operation.method === 'GET')
    return finish(call, content, { principal, tenant: http.database.tenant(principal.accountId) })
  return write(call, content, principal)
}

/** One transaction; with an `Idempotency-Key` its record commits with the effect. */
function write<O extends Operation>(
  call: Call<O>,
  content: Content,
  principal: AccountPrincipal,
): Promise<RenderedResponse> {
  const { http, operation, request } = call
  const key = parseIdempotencyKey(request.raw)
  const isRepeatable = key !== undefined
  const inTransaction = (trx: TenantTransaction): Promise<RenderedResponse> => {
    const work = () => finish(call, content, { principal, trx })
    if (key === undefined) return work()
    const reader = findReader(http.readers, operation)
    const renderAgain = reader && ((stored: StoredAnswer) => reader.read(questionOf(stored, reader)))
    const questionOf = ({ headers: { location } }: StoredAnswer, { operation: { path } }: ResourceReader) => ({
      params: location === undefined ? (content.params as Record<string, string>) : parsePath(path, location),
      principal,
      tenant: trx,
      request,
    })
    const { id, showsSecret } = operation
    return http.idempotency.run(trx, { operation: id, key, principal, content, showsSecret, renderAgain }, work)
  }
  return http.database.tenantTransaction(principal.accountId, inTransaction, { isRepeatable })
}

interface Content {
  readonly query: unknown
  readonly params: unknown
  readonly body: unknown
}

async function finish<O extends Operation>(
  call: Call<O>,
  content: Content,
  subject: object,
): Promise<RenderedResponse> {
  const { http, operation, request, handler } = call
  const scope = listScope(operation, content, call.principal)
  const input = {
    ...content,
    ...subject,
    page: pageRequest({ http, scope, operation }, content.query),
    ifMatch: request.headers['if-match'],
    requestId: request.id,
    address: request.ip,
    isAddressKnown: () => findUnnamedProxy(http.clientAddresses, request.raw) === undefined,
    accept: request.headers.accept,
    device: request.headers['user-agent'],
    sessionToken: operation.surface === 'console' ? http.sessionCookie.read(request) : undefined,
    cookies: operation.surface === 'console' ? request.headers.cookie : undefined,
  }
  // The schemas have been checked against exactly the types the operation declares.
  const result = await handler(input as unknown as Input<O>)
  const rendered = render(operation, result, { http, url: request.url, scope, limit: input.page.limit })
  return call.principal?.kind === 'user' ? markForSpreadsheets(rendered) : rendered
}

function render<O extends Operation>(operation: O, result: HandlerResponse<O>, page: PageContext): RenderedResponse {
  if ('page' in result) return renderPage(page, result)
  if ('file' in result) return renderFile(operation, result)
  if ('stream' in result) return renderStream(result)
  return renderBody(operation, result)
}

/** What a cursor is bound to: the list with the resource it belongs to, whose it is, and its filters. */
function listScope(operation: Operation, { query, params }: Content, principal: Principal | undefined): string {
  const { limit: _limit, cursor: _cursor, count: _count, ...filters } = query as Record<string, unknown>
  const subject = isAccountPrincipal(principal) ? principal.accountId : (principal?.id ?? '')
  return cursorScope(operation, subject, { ...filters, ...(params as Record<string, unknown>) })
}

/** For positions of a list that are given out elsewhere too. */
export const cursorScope = (operation: Operation, subject: string, filters: Record<string, unknown> = {}): string =>
  `${operation.id}\0${subject}\0${canonicalJson(filters)}`

interface PagedList {
  readonly http: Http
  readonly scope: string
  readonly operation: Operation
}

function pageRequest({ http, scope, operation }: PagedList, query: unknown): PageRequest {
  const { limit, cursor, count } = query as { limit?: number; cursor?: string; count?: boolean }
  return {
    limit: limit ?? operation.defaultLimit ?? 20,
    after: cursor === undefined ? undefined : http.cursors.decode(scope, cursor),
    wantsTotal: count === true,
  }
}

function send(
  reply: FastifyReply,
  request: FastifyRequest,
  { status, headers, setCookies, body, pieces, file, stream }: RenderedResponse,
): FastifyReply | Promise<FastifyReply> {
  reply.headers(headers)
  if (setCookies) reply.header('set-cookie', [...setCookies])
  const etag = headers.etag
  if (request.method === 'GET' || request.method === 'HEAD') {
    if (etag !== undefined) reply.header('cache-control', headers['cache-control'] ?? 'private, no-cache')
    if (etag !== undefined && isNotModified(request.headers['if-none-match'], etag))
      return reply.code(304).removeHeader('content-type').send()
  }
  if (file) return sendFile(request, reply, file)
  if (stream) return reply.code(status).send(Readable.from(request.method === 'HEAD' ? [] : stream))
  if (pieces) {
    reply.header('content-length', String(lengthOfPieces(pieces)))
    return reply.code(status).send(Readable.from(request.method === 'HEAD' ? [] : writesOf(pieces)))
  }
  return reply.code(status).send(body)
}
