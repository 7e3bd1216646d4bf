import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../../config/config.ts'

/**
 * The client: behind proxies that the operator trusts, the last address in X-Forwarded-For that is not one of theirs.
 */
export interface ClientAddresses {
  isProxy(address: string): boolean
  find(request: IncomingMessage): string
}

export function clientAddresses({ trustedProxies }: Pick<Config, 'trustedProxies'>): ClientAddresses {
  if (trustedProxies.length === 0) return { isProxy: () => false, find: ({ socket }) => socket.remoteAddress ?? '' }
  const trusted = new BlockList()
  for (const { address, prefix } of trustedProxies) trusted.addSubnet(address, prefix, familyOf(address))
  // Mapped addresses are those of IPv4 to the list, too.
  const isProxy = (address: string): boolean => trusted.check(address, familyOf(address))
  return { isProxy, find: (request) => proxyAddr(request, isProxy) }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')
