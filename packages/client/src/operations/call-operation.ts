import type { CredentialSource } from '../credentials.ts'
import { AuthenticationError } from '../errors.ts'
import { type ApiPromise, apiPromise } from '../transport/api-promise.ts'
import { readJson } from '../transport/read-body.ts'
import type { Answered, RequestOptions, Send, TransportRequest } from '../transport/transport.ts'
import {
  type Body,
  elsewhereIds,
  endpoints,
  type OfferedId,
  type Params,
  type Query,
  type Result,
} from './endpoints.ts'

/** What an operation takes; which members it has follows from the contract. */
export interface Input<Id extends OfferedId> {
  /** Parameters in the path. An id is text to the caller: the hub says whether it is well-formed. */
  readonly params?: { readonly [Name in keyof Params<Id>]: string } | undefined
  /** Query parameters; undefined ones are not sent. */
  readonly query?: Query<Id> | undefined
  /** The JSON body. */
  readonly body?: Body<Id> | undefined
  /** The body in another of the media types the operation takes. */
  readonly text?: { readonly mediaType: string; readonly content: string } | undefined
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Calls operations by their id. */
export interface OperationCaller {
  /** The answer as JSON. */
  <Id extends OfferedId>(id: Id, input: Input<Id>, options?: RequestOptions): ApiPromise<Result<Id>>
  /** The same with the answer unread, for bytes. */
  raw<Id extends OfferedId>(id: Id, input: Input<Id>, options?: RequestOptions): ApiPromise<Response>
}

/** What a caller needs. */
export interface OperationCallerDependencies {
  /** Address of the hub, without a slash at its end. */
  readonly baseUrl: string
  /** Sends one request. */
  readonly send: Send
  /** Gives the credential of each operation. */
  readonly credentials: CredentialSource
}

/** Makes the one way from an operation to a request. */
export function operationCaller(dependencies: OperationCallerDependencies): OperationCaller {
  const call = <Id extends OfferedId, T>(
    id: Id,
    input: Input<Id>,
    reading: Reading<T>,
    options: RequestOptions = {},
  ): ApiPromise<T> =>
    apiPromise(withFreshToken(dependencies, id, () => request(dependencies, id, { input, reading, options })))
  return Object.assign(
    <Id extends OfferedId>(id: Id, input: Input<Id>, options?: RequestOptions) =>
      call(id, input, { read: async (response) => (await readJson(response)) as Result<Id> }, options),
    {
      raw: <Id extends OfferedId>(id: Id, input: Input<Id>, options?: RequestOptions) =>
        call(
          id,
          input,
          {
            read: (response) => Promise.resolve(response),
            isStreamed: true,
            mayBeElsewhere: elsewhereIds.has(id),
          },
          options,
        ),
    },
  )
}

/** A token can end before its time, by revocation or a restart; another one is worth one attempt. */
async function withFreshToken<T>(
  { credentials }: OperationCallerDependencies,
  id: OfferedId,
  ask: () => Promise<Answered<T>>,
): Promise<Answered<T>> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AuthenticationError && error.status === 401 && credentials.renew(endpoints[id][2]))
      return ask()
    throw error
  }
}

type Reading<T> = Pick<TransportRequest<T>, 'read' | 'isStreamed' | 'mayBeElsewhere'>

interface Asked<Id extends OfferedId, T> {
  readonly input: Input<Id>
  readonly reading: Reading<T>
  readonly options: RequestOptions
}

async function request<Id extends OfferedId, T>(
  { baseUrl, send, credentials }: OperationCallerDependencies,
  id: Id,
  { input, reading, options }: Asked<Id, T>,
): Promise<Answered<T>> {
  const [method, path, auth] = endpoints[id]
  const body = bodyOf(input)
  return send({
    method,
    url: `${baseUrl}${fill(path, input.params)}${queryOf(input.query)}`,
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': body.mediaType }),
      ...(method === 'GET' ? {} : { 'idempotency-key': options.idempotencyKey ?? newIdempotencyKey() }),
      ...(options.ifMatch === undefined ? {} : { 'if-match': options.ifMatch }),
      ...input.headers,
      ...(await credentials.headersFor(auth)),
    },
    body: body?.content,
    isRepeatable: true,
    ...reading,
    options,
  })
}

const bodyOf = <Id extends OfferedId>({ body, text }: Input<Id>): Input<Id>['text'] =>
  text ?? (body === undefined ? undefined : { mediaType: 'application/json', content: JSON.stringify(body) })

/** `/releases/{releaseId}` with its parameters, each of them one segment with any content. */
function fill(path: string, params: object | undefined): string {
  const values = new Map(Object.entries((params ?? {}) as Record<string, string>))
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => toPathSegment(name, values.get(name)))
}

/** One segment of a path. Throws for what a URL would drop: the call would reach another address. */
export function toPathSegment(name: string, text = ''): string {
  if (!isPathSegment(text)) throw new TypeError(`${name} is "${text}", which is not a valid id`)
  return encodeURIComponent(text)
}

/** Whether a URL keeps the text as one segment of its path. */
export const isPathSegment = (text: string): boolean => text !== '' && text !== '.' && text !== '..'

function queryOf(query: object | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** Not `randomUUID`: pages without TLS do not have it. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
