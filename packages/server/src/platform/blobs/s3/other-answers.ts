/**
 * Recognises answers that are not from an object store: the sign-in page of a network (200 with HTML, or a redirect to
 * it), or a site at a wrong address. If they counted as success, every file would be lost.
 */

export class NotAnObjectStore extends Error {
  readonly code = 'NOT_AN_OBJECT_STORE'
  constructor(what: string) {
    super(
      `something else than an object store answered (${what}): check the endpoint, and whether the network asks for a sign-in`,
    )
    this.name = 'NotAnObjectStore'
  }
}

interface HttpAnswer {
  readonly statusCode?: number
  readonly headers?: Readonly<Record<string, string | undefined>>
}

/** RFC 6585 section 6: the network asks for a sign-in. */
const networkAuthenticationRequired = 511
/** Object stores redirect with 301 and 307 only. */
const redirects: ReadonlySet<number> = new Set([302, 303, 308])

/** Undefined for an answer that an object store may give. Errors are often pages, of proxies in front of the store. */
function describeOther({ statusCode = 0, headers = {} }: HttpAnswer): string | undefined {
  if (statusCode === networkAuthenticationRequired) return 'status 511'
  if (redirects.has(statusCode)) return `a redirect, status ${statusCode}`
  // Some stores give empty answers this type: it is the default of their library.
  const isEmpty = statusCode === 204 || headers['content-length'] === '0'
  const isPage = !isEmpty && /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '')
  return statusCode < 300 && isPage ? 'a page of HTML' : undefined
}

/** An object may itself be a page: those that the hub reads are compared by their bytes. */
const readsObject: ReadonlySet<string | undefined> = new Set(['GetObjectCommand', 'HeadObjectCommand'])

/** A middleware of the SDK, before the answer is read. */
export const refuseOtherAnswers =
  <A, R extends { readonly response: unknown }>(
    next: (args: A) => Promise<R>,
    { commandName }: { readonly commandName?: string | undefined },
  ) =>
  async (args: A): Promise<R> => {
    const result = await next(args)
    const other = describeOther(result.response as HttpAnswer)
    if (other !== undefined && !readsObject.has(commandName)) throw new NotAnObjectStore(other)
    return result
  }
