import type { IncomingMessage } from 'node:http'
import { uploadsPath } from './tus-headers.ts'

const uploadPath = new RegExp(`^${uploadsPath}/[^/?]+/?(\\?|$)`)
const methods = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH'])

/**
 * tus 1.0, X-HTTP-Method-Override: the header is the method, for clients whose network blocks PATCH and DELETE. Done
 * before routing, so rights, limits and answers are those of the real method. Only at an upload: elsewhere a POST is one.
 */
export function overrideMethod(request: IncomingMessage): void {
  const header = request.headers['x-http-method-override']
  if (header === undefined || request.method !== 'POST' || !uploadPath.test(request.url ?? '')) return
  const method = String(header).trim().toUpperCase()
  if (methods.has(method)) request.method = method
}
