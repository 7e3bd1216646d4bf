import { ConnectionError } from '../errors.ts'
import type { TransportSettings } from './transport.ts'

/** The parts of a request that are also sent to the other address. */
interface AskedElsewhere {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/**
 * The answer itself or, if it names another address for the bytes, the answer from there. The address is the
 * permission: no credential is sent, and the address is not shown. The entity tag is still the hub's, which identifies
 * the bytes.
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

/** Browsers hide redirects from a page. */
const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)

const refused = (what: string): ConnectionError => new ConnectionError(`The hub ${what}`, { code: 'connection_failed' })
