import type { CredentialSource } from '../credentials.ts'
import { type ApiPromise, apiPromise } from '../transport/api-promise.ts'
import type { RequestOptions, Send } from '../transport/transport.ts'
import { newIdempotencyKey } from './call-operation.ts'
import { type Endpoint, elsewhereIds, endpoints, type OfferedId } from './endpoints.ts'

/** A request that no method is made for: what a newer hub has, or a page beside the API. */
export interface RawRequestOptions extends RequestOptions {
  /** What is sent; JSON unless `headers` has another `content-type`. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined
  /** Further headers; they win over those of the client, all but its credential. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** What a raw request needs. */
export interface RawRequestDependencies {
  /** Address of the hub, without a slash at its end. */
  readonly baseUrl: string
  /** Sends one request. */
  readonly send: Send
  /** Gives the credential of the address. */
  readonly credentials: CredentialSource
}

/** Sends any request to the hub, and to no other host; answers the response unread. */
export type RawRequest = (method: string, path: string, options?: RawRequestOptions) => ApiPromise<Response>

/** Makes the function for requests without a method. */
export function rawRequester({ baseUrl, send, credentials }: RawRequestDependencies): RawRequest {
  return (method, path, { body, headers = {}, ...options } = {}) => {
    const url = toHubUrl(baseUrl, path)
    const pathname = url.pathname.slice(new URL(`${baseUrl}/`).pathname.length - 1)
    const operation = findOperation(method, pathname)
    const ask = async () =>
      send({
        method,
        url: url.href,
        headers: {
          accept: 'application/json, */*;q=0.5',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(method === 'GET' ? {} : { 'idempotency-key': options.idempotencyKey ?? newIdempotencyKey() }),
          ...(options.ifMatch === undefined ? {} : { 'if-match': options.ifMatch }),
          ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
          ...(await credentials.headersFor(authOf(operation, pathname))),
        },
        body,
        isRepeatable: true,
        read: (response) => Promise.resolve(response),
        isStreamed: true,
        mayBeElsewhere: method === 'GET' && operation !== undefined && elsewhereIds.has(operation),
        options,
      })
    return apiPromise(ask())
  }
}

/** Throws for what would send the credential anywhere else. */
function toHubUrl(baseUrl: string, path: string): URL {
  const text = path.startsWith('/') && !/^\/[\\/]/.test(path) ? `${baseUrl}${path}` : path
  const url = URL.canParse(text) ? new URL(text) : undefined
  // The slash keeps https://hub.example from being the beginning of https://hub.example.evil.
  if (url?.href.startsWith(`${baseUrl}/`) && url.username + url.password === '') return url
  throw new TypeError(`"${path}" is not an address of ${baseUrl}; use a path such as /api/v1/music-distributor/rules`)
}

/** The operation at this address; if its path has no such method, another one of the same path. */
function findOperation(method: string, path: string): OfferedId | undefined {
  const same = (Object.keys(endpoints) as OfferedId[]).filter((id) => patternOf(endpoints[id]).test(path))
  return same.find((id) => endpoints[id][0] === method) ?? same[0]
}

/** For unknown operations: a key for the API, nothing for pages. */
const authOf = (id: OfferedId | undefined, path: string): Endpoint[2] =>
  id === undefined ? (path.startsWith('/api/') ? 'apiKey' : 'none') : endpoints[id][2]

const patternOf = ([, path]: Endpoint): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
