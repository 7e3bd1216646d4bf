/** HTTP as a careful client sees it: an answer counts only when it arrived whole; everything else is an unknown outcome. */

/** The hub died, broke off or said "not now": whether the request had an effect is unknown. */
export class Unanswered extends Error {
  /** The status of a "not now", undefined when nothing came. */
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

/** Of a hub that hangs: a busy machine answers late as well. */
const timeoutMs = 60_000

/** Throws `Unanswered` without a whole answer, and for 503: both leave the client in the dark. */
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
