import { createHash } from 'node:crypto'
import type * as contract from '@spindle/contract'
import {
  type BodyOf,
  type ErrorCode,
  errors,
  errorsOf,
  type Operation,
  operations,
  Problem,
  type ResultOf,
} from '@spindle/contract'
import { checkValue } from '@spindle/contract/check'
import type * as consoleContract from '@spindle/contract/console'
import { consoleOperations } from '@spindle/contract/console'
import { eventStream, type LiveNews } from './event-stream.ts'
import { fillAnswer, type Part } from './fill-answer.ts'

/**
 * A hub in memory, made of the contract: it answers each operation with the examples of its schema and the answers a
 * test sets instead. Requests and answers must match the contract, so that no test relies on a hub that
 * does not exist.
 */

type Exports = typeof contract & typeof consoleContract
type OperationsById = {
  [Name in keyof Exports as Exports[Name] extends Operation
    ? Exports[Name]['id']
    : never]: Exports[Name] extends Operation ? Exports[Name] : never
}
export type OperationId = keyof OperationsById
type Answer<Id extends OperationId> = Part<ResultOf<OperationsById[Id]>>

/** A request as the hub got it. */
export interface Asked<Id extends OperationId = OperationId> {
  readonly id: OperationId
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers: Headers
  readonly body: BodyOf<OperationsById[Id]>
  /** The body if it is not JSON. */
  readonly text: string
}

export interface Failing {
  readonly detail?: string
  readonly errors?: readonly { readonly pointer: string; readonly detail: string; readonly fix?: string }[]
  readonly retryAfterSeconds?: number
}

export interface FakeHub {
  /** Answers from now on with this; what is left out comes from the examples of the contract. */
  answer<Id extends OperationId>(id: Id, answer?: Answer<Id> | ((asked: Asked<Id>) => Answer<Id>)): void
  /** Answers a list page by page. */
  answerPages<Id extends OperationId>(
    id: Id,
    pages: readonly (Answer<Id> & { readonly data?: unknown })['data'][],
  ): void
  /** Refuses from now on, with the status of the code. */
  fail(id: OperationId, code: ErrorCode, failing?: Failing): void
  /** The connection is lost before an answer comes. */
  lose(id: OperationId): void
  /** Holds the answers until they are released; then sends them. */
  hold(id: OperationId): { release(): void }
  /** Takes the bytes of one file by tus, as the upload with this id. */
  receiveUpload(uploadId: string): void
  /** Every request of the operation, the first one first. */
  asked<Id extends OperationId>(id: Id): readonly Asked<Id>[]
  /** The events that a page receives while it is open. */
  tell(news: LiveNews): void
  /** What no page may do: requests of no operation, and bodies that no hub would take. */
  readonly faults: string[]
  readonly fetch: typeof globalThis.fetch
}

const all = new Map([...operations, ...consoleOperations].map((operation) => [operation.id, operation]))

type Reply = (asked: Asked, signal?: AbortSignal | null) => Response | Promise<Response>

export function fakeHub(): FakeHub {
  const replies = new Map<string, Reply>()
  const requests: Asked[] = []
  const faults: string[] = []
  const stream = eventStream()
  const set = (id: OperationId, reply: Reply): void => void replies.set(id, reply)
  const find = (id: string): Reply =>
    replies.get(id) ?? (id === 'streamEvents' ? (_asked, signal) => stream.open(signal) : () => success(id, undefined))

  let received: string | undefined

  const reply = async (method: string, url: URL, init: RequestInit): Promise<Response> => {
    const bytes = received === undefined ? undefined : takeBytes(received, { method, path: pathIn(url), init })
    if (bytes) return bytes
    const match = matchOperation(method, pathIn(url))
    if (!match) throw new Error(`no operation takes ${method} ${url.pathname}`)
    const asked = readRequest(match, url, init)
    requests.push(asked)
    for (const problem of problemsOf(match.operation, asked)) faults.push(problem)
    return find(asked.id)(asked, init.signal)
  }
  return {
    answer: (id, answer) =>
      set(id, (asked) => success(id, typeof answer === 'function' ? answer(asked as never) : answer)),
    answerPages: (id, pages) =>
      set(id, ({ query }) => {
        const at = Number(query.cursor ?? 0)
        const isLast = at === pages.length - 1
        return success(id, { data: pages[at], page: { hasMore: !isLast, nextCursor: isLast ? null : String(at + 1) } })
      }),
    fail: (id, code, failing = {}) => set(id, () => problem(id, code, failing)),
    lose: (id) => set(id, () => Promise.reject(new TypeError('Failed to fetch'))),
    hold(id) {
      const before = find(id)
      const { promise, resolve } = Promise.withResolvers<void>()
      set(id, async (asked, signal) => {
        await promise
        return before(asked, signal)
      })
      return { release: resolve }
    },
    receiveUpload(uploadId) {
      received = uploadId
    },
    asked: (id) => requests.filter((one) => one.id === id) as never,
    tell: (news) => stream.tell(news),
    faults,
    fetch: async (input, init = {}) => {
      const url = new URL(input instanceof Request ? input.url : input, location.href)
      const answered = reply(init.method ?? 'GET', url, init).catch((error: unknown) => {
        if (!(error instanceof TypeError)) faults.push(String(error))
        throw error
      })
      return init.signal ? Promise.race([answered, abortOf(init.signal)]) : answered
    },
  }
}

interface SentBytes {
  readonly method: string
  readonly path: string
  readonly init: RequestInit
}

/** tus 1.0: the creation, and one part with all bytes. Undefined for any other request. */
function takeBytes(uploadId: string, { method, path, init: { headers, body } }: SentBytes): Response | undefined {
  const uploads = '/api/v1/distributor/uploads'
  if (method === 'POST' && path === uploads)
    return new Response(null, { status: 201, headers: { location: `${uploads}/${uploadId}`, 'upload-offset': '0' } })
  if (method !== 'PATCH' || path !== `${uploads}/${uploadId}`) return undefined
  const size = body instanceof Blob ? body.size : (body as Uint8Array).byteLength
  const offset = Number(new Headers(headers).get('upload-offset')) + size
  return new Response(null, { status: 204, headers: { 'upload-offset': String(offset) } })
}

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })

/** `/console/a/{accountId}/api/...` is the API under the session of a person. */
const pathIn = ({ pathname }: URL): string => pathname.replace(/^\/console\/a\/[^/]+(?=\/api\/)/, '')

interface Match {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
}

function matchOperation(method: string, path: string): Match | undefined {
  for (const operation of all.values()) {
    if (operation.method !== method) continue
    const form = new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const found = form.exec(path)
    if (found) return { operation, params: mapValues({ ...found.groups }, decodeURIComponent) }
  }
  return undefined
}

const mapValues = (members: Record<string, string>, change: (value: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]))

function readRequest({ operation, params }: Match, url: URL, { headers, body }: RequestInit): Asked {
  const text = typeof body === 'string' ? body : ''
  const sent = new Headers(headers)
  const isJson = /json/.test(sent.get('content-type') ?? '')
  return {
    id: operation.id as OperationId,
    params,
    query: Object.fromEntries(url.searchParams),
    headers: sent,
    body: (isJson && text !== '' ? JSON.parse(text) : undefined) as never,
    text,
  }
}

function problemsOf({ id, body, query, surface, auth }: Operation, asked: Asked): string[] {
  const names = Object.keys(query?.properties ?? {})
  const unknown = Object.keys(asked.query).filter((name) => !names.includes(name))
  const wrong = body && asked.body !== undefined ? checkValue(body, asked.body) : []
  return [
    ...unknown.map((name) => `${id} takes no parameter ${name}`),
    ...wrong.map(({ pointer, detail }) => `${id} takes no such body: ${pointer} ${detail}`),
    ...(body && asked.body === undefined && asked.text === '' ? [`${id} needs a body`] : []),
    ...(surface === 'console' && auth !== 'none' && asked.headers.get('x-spindle-console') !== '1'
      ? [`${id} is asked by no page of the console`]
      : []),
  ]
}

function success(id: string, given: unknown): Response {
  const [status, spec] = Object.entries(all.get(id)?.responses ?? {})[0] ?? []
  if (!spec?.schema) return new Response(null, { status: Number(status) })
  const body = fillAnswer(spec.schema, given)
  const wrong = checkValue(spec.schema, body)
  if (wrong.length > 0) throw new Error(`no hub answers ${id} so: ${JSON.stringify(wrong)}`)
  return json(body, Number(status), all.get(id)?.conditional ? { etag: versionOf(body) } : {})
}

/** Other content has another version, as at a hub. */
const versionOf = (body: unknown): string => `"${createHash('sha256').update(JSON.stringify(body)).digest('hex')}"`

/** Further errors of operations of the API for a person in place of a key. */
const ofSessions: readonly ErrorCode[] = [
  'signed_out',
  'confirmation_needed',
  'role_insufficient',
  'origin_not_allowed',
]

function problem(id: string, code: ErrorCode, { retryAfterSeconds, ...failing }: Failing): Response {
  const operation = all.get(id)
  const isPossible = operation && [...errorsOf(operation), ...(operation.surface ? [] : ofSessions)].includes(code)
  if (!isPossible) throw new Error(`${id} never fails with ${code}`)
  const { status, title } = errors[code]
  const body = {
    type: `http://hub.test/docs/errors/${code}`,
    title,
    status,
    detail: title,
    error: code,
    requestId: 'req_7',
    ...failing,
    ...(failing.errors && { errors: failing.errors.map((one) => ({ code: 'invalid', ...one })) }),
  }
  const wrong = checkValue(Problem, body)
  if (wrong.length > 0) throw new Error(`no hub fails so: ${JSON.stringify(wrong)}`)
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return json(body, status, { 'content-type': 'application/problem+json', ...headers })
}

const json = (body: unknown, status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_7', ...headers },
  })
