import type { IncomingMessage } from 'node:http'
import type { Log } from '../../platform/logging/log.ts'
import { isPublicAddress } from '../../platform/outgoing/public-address.ts'
import type { ClientAddresses } from './client-address.ts'

/**
 * Notices a proxy that SPINDLE_TRUSTED_PROXIES does not name: the hub then takes all who come through it for one client,
 * and one of them uses up the limits of the others. Only for private addresses: any client on the Internet can send the field.
 */
export interface UnnamedProxies {
  look(request: Pick<IncomingMessage, 'headers' | 'socket'>): void
}

/** The address of the proxy through which the request came; undefined if the hub can tell the address of the client. */
export function findUnnamedProxy(
  { isProxy }: Pick<ClientAddresses, 'isProxy'>,
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
): string | undefined {
  if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return undefined
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
  return address === '' || isPublicAddress(address) || isProxy(address) ? undefined : address
}

/** Each is warned of once in the life of the process. */
const maxWarnings = 10

export function unnamedProxies({ isProxy }: Pick<ClientAddresses, 'isProxy'>, log: Pick<Log, 'warn'>): UnnamedProxies {
  const warned = new Set<string>()
  return {
    look(request) {
      const address = findUnnamedProxy({ isProxy }, request)
      if (address === undefined || warned.has(address) || warned.size >= maxWarnings) return
      warned.add(address)
      log.warn('http.unnamed_proxy', { address })
    },
  }
}
