import { isIP } from 'node:net'
import { AppError } from '@spindle/contract'

/**
 * Keeps foreign web pages out. A browser states where a page comes from (`Origin`); a page that led the
 * browser here under its own name (DNS rebinding) is recognised by the `Host`.
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
      // Programs other than browsers send none.
      if (origin !== undefined && !origins.has(origin)) throw new AppError('origin_not_allowed')
    },
  }
}

/** Without the port; empty for an invalid host. */
const nameIn = (host = ''): string =>
  /^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''

/** An IP address needs no DNS, so DNS cannot forge it. */
const isAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0
