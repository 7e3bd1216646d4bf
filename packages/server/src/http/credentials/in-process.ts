import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { UserPrincipal } from '../principal.ts'

/**
 * Requests of the hub to itself, without a socket: they pass every check that a request from outside passes, and are
 * part of the request on whose behalf they are made.
 */

export interface InProcessOptions {
  readonly fastify: FastifyInstance
  readonly baseUrl: string
  /** Stands in the log lines of both, and in their answers. */
  readonly requestId: string
  /** Of the client on whose behalf this is. */
  readonly address: string
  /** The caller, when it has no credential that the API would accept. */
  readonly principal?: UserPrincipal | undefined
}

export type InProcessFetch = (url: string, init: RequestInit) => Promise<Response>

/** `fetch` for this hub alone: a credential meant for it goes nowhere else. */
export function inProcessFetch(options: InProcessOptions): InProcessFetch {
  const { fastify, baseUrl, requestId, address, principal } = options
  const name = principal && nameOf(principal)
  return async (url, { method = 'GET', headers, body, signal }) => {
    if (!url.startsWith(`${baseUrl}/`)) throw new TypeError('Only this hub can be asked from inside it')
    signal?.throwIfAborted()
    const {
      statusCode,
      headers: answered,
      rawPayload,
    } = await fastify.inject({
      // Whatever else is a method is refused by the router.
      method: method as 'GET',
      url: url.slice(baseUrl.length),
      headers: {
        ...Object.fromEntries(new Headers(headers)),
        'x-request-id': requestId,
        ...(name === undefined ? {} : { [principalHeader]: name }),
      },
      remoteAddress: address,
      ...(body === undefined || body === null ? {} : { payload: Buffer.from(await new Response(body).arrayBuffer()) }),
      ...(signal ? { signal } : {}),
    })
    return new Response(hasBody(statusCode) ? new Uint8Array(rawPayload) : null, {
      status: statusCode,
      headers: fieldsOf(answered),
    })
  }
}

/** The id of the request this one is part of; undefined for every request from outside, whatever headers it has. */
export const findOuterRequestId = (
  request: object & { headers: NodeJS.Dict<string | string[]> },
): string | undefined => (isInProcess(request) ? String(request.headers['x-request-id']) : undefined)

/** A header with an unguessable value names the principal; it only counts in requests of the hub to itself. */
const principalHeader = 'x-spindle-principal'
const principals = new Map<string, WeakRef<UserPrincipal>>()
const forget = new FinalizationRegistry<string>((name) => principals.delete(name))

function nameOf(principal: UserPrincipal): string {
  const name = randomUUID()
  principals.set(name, new WeakRef(principal))
  forget.register(principal, name)
  return name
}

/**
 * The principal of a request of the hub to itself; undefined for every request from outside, whatever headers it has.
 */
export function findInProcessPrincipal(
  request: object & { headers: NodeJS.Dict<string | string[]> },
): UserPrincipal | undefined {
  const name = isInProcess(request) ? request.headers[principalHeader] : undefined
  return typeof name === 'string' ? principals.get(name)?.deref() : undefined
}

/** A mark that the simulated request carries itself, out of the reach of header fields. */
export const isInProcess = (request: object): boolean => 'isLightMyRequest' in request

const hasBody = (status: number): boolean => status !== 204 && status !== 304

const fieldsOf = (headers: NodeJS.Dict<number | string | string[]>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  )
