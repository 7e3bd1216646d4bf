/**
 * HTTP as a careful client uses it: an answer counts only if it arrived complete; anything else is an unknown outcome.
 */

/**
 * The hub crashed, the connection was lost or the answer was "not now": whether the request had an effect is unknown.
 */
export class Unanswered extends Error {
  /** The status of a "not now", undefined without an answer. */
  readonly status: number | undefined
  constructor(what: string, status: number | undefined, cause: unknown) {
    super(`${what} was not answered`, { cause })
    this.status = status
  }
}

export interface Call {
  readonly body?: unknown
  readonly key?: string
  readonly bearer?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on literal shapes; typing them again would prove nothing
  readonly body: any
}

/** For a hub that hangs: a busy machine also responds late. */
const timeoutMs = 60_000

/** Throws `Unanswered` without a complete answer, and for 503: in both cases the outcome is unknown. */
export async function call(
  url: string,
  method: string,
  path: string,
  { body, key, bearer, headers }: Call = {},
): Promise<Answer> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'x-api-key': key }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status === 503) throw new Unanswered(`${method} ${path}`, 503, text)
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== ''
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : text }
  } catch (error) {
    if (error instanceof Unanswered) throw error
    throw new Unanswered(`${method} ${path}`, undefined, error)
  }
}

/** Every item of a list, page by page. */
export async function listAll(
  url: string,
  path: string,
  credentials: Pick<Call, 'key' | 'bearer'>,
): Promise<Answer['body'][]> {
  const found: Answer['body'][] = []
  const separator = path.includes('?') ? '&' : '?'
  for (let cursor: string | null = null; ; ) {
    const query = `limit=100${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const { status, body, text } = await call(url, 'GET', `${path}${separator}${query}`, credentials)
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`)
    found.push(...body.data)
    cursor = body.page.nextCursor
    if (cursor === null) return found
  }
}
