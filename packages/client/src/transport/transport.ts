import { ConnectionError, SpindleError, TimeoutError } from '../errors.ts'
import { findElsewhere } from './find-elsewhere.ts'
import { isHeaderValue } from './header-value.ts'
import { readError } from './read-error.ts'
import { isRetryable, retryDelayMs } from './retry-policy.ts'
import { sleep } from './sleep.ts'

/** HTTP with time limits, errors and retries. A request is sent again only when doing so cannot have a second effect. */

/** Where warnings go. `debug` is called for every retry. */
export interface Logger {
  /** Something a person should change. */
  warn(message: string): void
  /** Every retry. */
  debug?(message: string): void
}

/** The function requests are made with: `globalThis.fetch` or one like it. */
export type Fetch = (input: string, init: RequestInit) => Promise<Response>

/** Options of a single call; they win over the client's. */
export interface RequestOptions {
  /** Ends the call with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Limit of one attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined
  /** Attempts after the first. */
  readonly maxRetries?: number | undefined
  /** Makes a write countable once across processes; without it every call of a write gets its own. */
  readonly idempotencyKey?: string | undefined
  /** `If-Match` of a PATCH or DELETE: fails with 412 when the resource has changed since. */
  readonly ifMatch?: string | undefined
}

/** One request, and how its answer is read; what `read` throws counts as a lost connection. */
export interface TransportRequest<T> {
  /** HTTP method. */
  readonly method: string
  /** Address with its query. */
  readonly url: string
  /** Headers by their name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** What is sent. */
  readonly body?: NonNullable<RequestInit['body']> | undefined
  /** Whether sending it twice has the effect of sending it once. */
  readonly isRepeatable: boolean
  /** Reads the answer. */
  readonly read: (response: Response) => Promise<T>
  /** Whether the caller reads the body, which then ends with the caller's signal and has no limit of time. */
  readonly isStreamed?: boolean | undefined
  /** Whether the hub may name another place for the bytes; the credential stays here. */
  readonly mayBeElsewhere?: boolean | undefined
  /** Options of this call. */
  readonly options?: RequestOptions | undefined
}

/** An answer with what came around it. */
export interface Answered<T> {
  /** The content of the answer. */
  readonly data: T
  /** The answer itself; its body is read. */
  readonly response: Response
  /** `X-Request-Id` of the answer. */
  readonly requestId: string | undefined
}

/** Settings of all requests of a client. */
export interface TransportSettings {
  /** The function requests are made with. */
  readonly fetch: Fetch
  /** Attempts after the first. */
  readonly maxRetries: number
  /** Limit of one attempt, in milliseconds. */
  readonly timeoutMs: number
  /** Called for retries. */
  readonly logger: Logger
}

/** Sends a request until it is answered, refused for good, or not worth another attempt. */
export type Send = <T>(request: TransportRequest<T>) => Promise<Answered<T>>

/** Makes the one function that talks to a hub. */
export function httpTransport(settings: TransportSettings): Send {
  return async (request) => {
    const { options = {}, isRepeatable, method, url } = request
    requireHeaders(request.headers)
    const maxRetries = isRepeatable ? (options.maxRetries ?? settings.maxRetries) : 0
    for (let attempt = 0; ; attempt++) {
      try {
        return await attemptOnce(settings, request)
      } catch (error) {
        if (attempt >= maxRetries || !(error instanceof SpindleError) || !isRetryable(error)) throw error
        const delayMs = retryDelayMs(attempt, error.retryAfterSeconds)
        if (delayMs === undefined) throw error
        settings.logger.debug?.(`${method} ${url}: ${error.code}, retrying in ${Math.round(delayMs)} ms`)
        await sleep(delayMs, options.signal)
      }
    }
  }
}

function requireHeaders(headers: Readonly<Record<string, string>>): void {
  const name = Object.keys(headers).find((header) => !isHeaderValue(headers[header] ?? ''))
  if (name !== undefined)
    throw new TypeError(`The value of ${name} cannot be sent: it must be visible ASCII on one line`)
}

async function attemptOnce<T>(settings: TransportSettings, request: TransportRequest<T>): Promise<Answered<T>> {
  const { method, url, headers, body, read, isStreamed = false, mayBeElsewhere = false, options = {} } = request
  options.signal?.throwIfAborted()
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs
  const limit = attemptSignal(timeoutMs, options.signal)
  try {
    const answered = await settings.fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      // Required for a stream as a body; missing in the types of browsers.
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
      signal: limit.signal,
      // A credential in a custom header would follow the redirect to any host.
      redirect: mayBeElsewhere ? 'manual' : 'error',
    })
    const response = mayBeElsewhere
      ? await findElsewhere(settings, answered, { headers, signal: limit.signal })
      : answered
    if (!response.ok) throw await readError(response)
    const data = await read(response)
    if (isStreamed) limit.keepSignal()
    return { data, response, requestId: response.headers.get('x-request-id') ?? undefined }
  } catch (cause) {
    if (cause instanceof SpindleError) throw cause
    options.signal?.throwIfAborted()
    if (limit.hasPassed())
      throw new TimeoutError(`${method} ${url} got no response within ${timeoutMs} ms`, { code: 'timeout', cause })
    throw new ConnectionError(`${method} ${url} got no response: ${reasonOf(cause)}`, {
      code: 'connection_failed',
      cause,
    })
  } finally {
    limit.clear()
  }
}

/** A signal that ends with the time or with the caller's signal; unlike `AbortSignal.any` it leaves nothing behind. */
function attemptSignal(timeoutMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    controller.abort()
  }, timeoutMs)
  let isKept = false
  const follow = (): void => controller.abort(signal?.reason)
  signal?.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    hasPassed: () => isLate,
    /** For a body that continues after the answer has begun. */
    keepSignal() {
      isKept = true
    },
    clear() {
      clearTimeout(timer)
      if (!isKept) signal?.removeEventListener('abort', follow)
    },
  }
}

/** `fetch failed` does not explain anything; its cause does (ECONNREFUSED, a certificate, a redirect). */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const below = error.cause
  if (!(below instanceof Error)) return error.message
  return below.message === '' && 'code' in below ? String(below.code) : below.message
}
