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

/** Each is warned of once in the life of the process. */
const maxWarnings = 10

export function unnamedProxies({ isProxy }: Pick<ClientAddresses, 'isProxy'>, log: Pick<Log, 'warn'>): UnnamedProxies {
  const warned = new Set<string>()
  return {
    look({ headers, socket }) {
      if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return
      const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
      if (address === '' || warned.has(address) || warned.size >= maxWarnings) return
      if (isPublicAddress(address) || isProxy(address)) return
      warned.add(address)
      log.warn('http.unnamed_proxy', { address })
    },
  }
}
