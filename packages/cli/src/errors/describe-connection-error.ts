import { type ConnectionError, ProxyError, TimeoutError } from '@spindle/client'

/** What a failed connection means, with the original words of the system. */
export function describeConnectionError(error: ConnectionError): string {
  if (error instanceof TimeoutError) return 'The hub did not respond in time'
  if (error instanceof ProxyError) return error.message
  const { code, message } = reasonOf(error)
  const words = meanings.find(([codes]) => codes.test(code))?.[1]
  // OpenSSL writes the files and lines of its source.
  const reason = message === '' || message.includes(':error:') ? code : message
  return words === undefined ? error.message : `${words} (${reason})`
}

const meanings: readonly (readonly [codes: RegExp, words: string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'The network is down, or the name of the hub is wrong'],
  [/^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'The network is down, or the hub cannot be reached'],
  [/^ECONNREFUSED$/, 'The hub is not running, or its address is wrong'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'The connection to the hub was lost'],
  [/TIMEOUT|^ETIMEDOUT$/, 'The hub did not respond in time'],
  [
    /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/,
    'Nothing speaks TLS at this address; it may begin with http://, or have another port',
  ],
  [/^ERR_SSL_/, 'The connection could not be encrypted'],
  [/CERT|SIGNATURE|^(ERR_TLS|EPROTO)/, 'The certificate of the hub is not trusted'],
]

/** `fetch failed` does not explain anything; its cause does. */
export function reasonOf(error: Error): { readonly code: string; readonly message: string } {
  let below: Error = error
  while (below.cause instanceof Error) below = below.cause
  return { code: 'code' in below ? String(below.code) : '', message: below.message }
}
