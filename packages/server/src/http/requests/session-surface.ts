import type { IncomingMessage } from 'node:http'
import { type AccountId, isId } from '../../platform/values/ids.ts'

/**
 * `/console/a/{accountId}/api/v1/...` is the API as a signed-in person meets it: the same operations, with the cookie of
 * the session and the person's role in that account in place of a key. The address is rewritten before the router sees
 * it, and the request is marked; a request to `/api` itself is never marked, so it never looks at a cookie.
 */
const form = /^\/console\/a\/(acc_[0-9A-Z]{26})(\/api\/v1\/.*)$/

const accounts = new WeakMap<IncomingMessage, AccountId>()

/** Leaves every other request as it is. */
export function enterSessionSurface(request: IncomingMessage): void {
  if (!request.url?.startsWith('/console/a/')) return
  const [, accountId = '', url] = form.exec(request.url) ?? []
  if (!isId('acc', accountId)) return
  request.url = url
  accounts.set(request, accountId)
}

/** The account that the address named; undefined for a request to the API itself. */
export const surfaceAccountOf = (request: IncomingMessage): AccountId | undefined => accounts.get(request)
