import { isIP } from 'node:net'
import { AppError } from '@spindle/contract'

/**
 * Keeps web pages out that nobody invited. A browser tells where a page comes from (`Origin`); a page that led the
 * browser here under a name of its own (DNS rebinding) gives itself away by the `Host`.
 */

export interface OriginCheck {
  /** Throws `host_not_allowed` or `origin_not_allowed`. */
  check(headers: { readonly host?: string | undefined; readonly origin?: string | undefined }): void
}

export function originCheck(publicUrl: string, corsOrigins: readonly string[]): OriginCheck {
  const { origin: ownOrigin, hostname: ownName } = new URL(publicUrl)
  const origins = new Set([ownOrigin, ...corsOrigins])
  return {
    check({ host, origin }) {
      const name = nameIn(host)
      if (name !== ownName && name !== 'localhost' && !isAddress(name)) throw new AppError('host_not_allowed')
      // Programs that are no browsers send none.
      if (origin !== undefined && !origins.has(origin)) throw new AppError('origin_not_allowed')
    },
  }
}

/** Without the port; empty for what is no host. */
const nameIn = (host = ''): string =>
  /^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''

/** Nobody looks up an address, so nobody can have lied about it. */
const isAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0
