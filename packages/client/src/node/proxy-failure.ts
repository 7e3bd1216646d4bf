import { ProxyError } from '../errors.ts'

/** Tells what a proxy did from what undici throws: it has no codes for it. */

/** `status`: the answer of the proxy. `reason`: what ended the connection to it. */
export interface ProxyFailure {
  readonly status?: number
  readonly reason?: string
  readonly cause?: unknown
}

const answered = /^Proxy (?:response|Authentication Required) \((\d{3})\)/
/** The connection to the proxy, or the proxy itself. Certificates and TLS are those of the hub, in the tunnel. */
const lost =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_(?:SOCKET|CONNECT_TIMEOUT))$/

/** Undefined for failures that are not of the proxy. */
export function findProxyFailure(error: unknown): ProxyFailure | undefined {
  let below: unknown = error
  while (below instanceof Error) {
    const [, status] = answered.exec(below.message) ?? []
    if (status !== undefined) return { status: Number(status), cause: error }
    const { code } = below as NodeJS.ErrnoException
    if (below.cause === undefined && code !== undefined && lost.test(code))
      return { reason: below.message === '' ? code : below.message, cause: error }
    below = below.cause
  }
  return undefined
}

/** Says which proxy it was, without its password, and what it did. */
export function toProxyError(proxy: URL, failure: ProxyFailure): ProxyError {
  const { status, cause } = failure
  const message = `The proxy ${proxy.host} ${describeFailure(failure, proxy.username !== '')}`
  return new ProxyError(message, { code: 'connection_failed', proxy: proxy.host, proxyStatus: status, cause })
}

function describeFailure({ status, reason = '' }: ProxyFailure, hasPassword: boolean): string {
  if (status === undefined) return `did not answer, or closed the connection (${reason})`
  if (status === 407) return hasPassword ? 'refused the user name or password' : 'asks for a user name and a password'
  const answer = `(it answered ${status})`
  return status < 500 ? `does not allow this connection ${answer}` : `could not reach the hub ${answer}`
}
