import { type ConnectionError, TimeoutError } from '@spindle/client'

/** What a failed connection means, with the original words of the system. */
export function describeConnectionError(error: ConnectionError): string {
  if (error instanceof TimeoutError) return 'The hub did not respond in time'
  const { code, message } = reasonOf(error)
  const words = meanings.find(([codes]) => codes.test(code))?.[1]
  return words === undefined ? error.message : `${words} (${message || code})`
}

const meanings: readonly (readonly [codes: RegExp, words: string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'The network is down, or the name of the hub is wrong'],
  [/^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'The network is down, or the hub cannot be reached'],
  [/^ECONNREFUSED$/, 'The hub is not running, or its address is wrong'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'The connection to the hub was lost'],
  [/TIMEOUT|^ETIMEDOUT$/, 'The hub did not respond in time'],
  [/CERT|SIGNATURE|^(ERR_TLS|EPROTO)/, 'The certificate of the hub is not trusted'],
]

/** `fetch failed` does not explain anything; its cause does. */
export function reasonOf(error: Error): { readonly code: string; readonly message: string } {
  let below: Error = error
  while (below.cause instanceof Error) below = below.cause
  return { code: 'code' in below ? String(below.code) : '', message: below.message }
}
