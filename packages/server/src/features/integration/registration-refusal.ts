import { type RegistrationRefusal, registerAgent, registrationRefusalMessage } from '@spindle/contract'
import { securityHeaders } from '../../http/responses/security-headers.ts'
import type { RawHandler } from '../../http/server.ts'
import type { Ids } from '../../platform/values/ids.ts'

/**
 * Endpoint 2 answers 501 to every request (interface 4 rule 3): before routing, credentials, media types, sizes
 * and limits. The body is never looked at; Node discards what still arrives. OPTIONS stays a preflight.
 */
export function registrationRefusalHandler({
  publicUrl,
  ids,
}: {
  readonly publicUrl: string
  readonly ids: Ids
}): RawHandler {
  const refusal: RegistrationRefusal = {
    error: 'not_implemented',
    message: registrationRefusalMessage,
    auth_md: `${publicUrl}/auth.md`,
  }
  const body = Buffer.from(JSON.stringify(refusal))
  const headers = Object.entries({
    ...securityHeaders(publicUrl),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'no-store',
  }).flat()
  return (request, response) => {
    const [path] = (request.url ?? '').split('?', 1)
    if (path !== registerAgent.path || request.method === 'OPTIONS') return false
    response.writeHead(501, [...headers, 'x-request-id', ids.make('req')])
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}
