import { ConnectionError } from '../errors.ts'
import type { TransportSettings } from './transport.ts'

/** What of a request goes along to the other place. */
interface AskedElsewhere {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/**
 * The answer itself or, where it names another place for the bytes, the answer from there. The address is the permission:
 * no credential goes along, and nothing shows it. The entity tag stays the hub's, which knows what the bytes are.
 */
export async function findElsewhere(
  { fetch }: Pick<TransportSettings, 'fetch'>,
  answered: Response,
  { headers, signal }: AskedElsewhere,
): Promise<Response> {
  const location = answered.headers.get('location')
  if (answered.status !== temporaryRedirect || location === null) {
    if (isRedirect(answered)) throw refused('redirected to an address without the file')
    return answered
  }
  await answered.body?.cancel()
  const { range } = headers
  const found = await fetch(location, {
    headers: { accept: '*/*', ...(range === undefined ? {} : { range }) },
    credentials: 'omit',
    signal,
    redirect: 'error',
  })
  if (!found.ok) {
    await found.body?.cancel()
    throw refused(`redirected to the object store, which answered ${found.status}`)
  }
  const merged = new Headers(found.headers)
  for (const name of ['etag', 'x-request-id']) merged.set(name, answered.headers.get(name) ?? '')
  return new Response(found.body, { status: found.status, headers: merged })
}

const temporaryRedirect = 307

/** Browsers show a page nothing of a redirect. */
const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)

const refused = (what: string): ConnectionError => new ConnectionError(`The hub ${what}`, { code: 'connection_failed' })
