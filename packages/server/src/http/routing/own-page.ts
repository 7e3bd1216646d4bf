import { AppError } from '@spindle/contract'
import type { FastifyRequest } from 'fastify'

/**
 * The console acts for the holder of the cookie, so only its own pages may call it. Browsers state where a request
 * comes from; over plain http they do not, and name the origin with what changes something. A header of our own makes
 * sure that a page of another origin would have to ask first, which is never granted there.
 */
export const consoleHeader = 'x-spindle-console'

const consolePath = /^\/console\/(?:api|a\/[^/]+\/api)(?:\/|$)/

/** By the address alone, so that what is added there later is guarded before it exists. */
export const isConsoleCall = (path: string): boolean => consolePath.test(path)

/** Throws `origin_not_allowed`. */
export function requireOwnPage(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  publicUrl: string,
): void {
  const refuse = (detail: string): never => {
    throw new AppError('origin_not_allowed', { detail })
  }
  const isRead = method === 'GET' || method === 'HEAD'
  const site = headers['sec-fetch-site']
  const origin = headers.origin
  if (site !== undefined && site !== 'same-origin')
    refuse(`Only pages of ${publicUrl} can send this request, but it came from another website.`)
  if (site === undefined && (origin === undefined ? !isRead : origin !== new URL(publicUrl).origin))
    refuse(`Only pages of ${publicUrl} can send this request. Open the console at exactly this address.`)
  if (!isRead && headers[consoleHeader] !== '1')
    refuse('This request requires the header X-Spindle-Console: 1, which the console sends.')
}
