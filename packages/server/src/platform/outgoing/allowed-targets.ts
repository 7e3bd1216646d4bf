import { BlockList, isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/**
 * Destinations of requests that the hub sends for others: public addresses over https, and those that the operator
 * names, which may be private and without encryption.
 */
export interface AllowedTargets {
  /** Whether the hub may connect to this address of the host. */
  allowsAddress(host: string, address: string): boolean
  /** Whether requests to it are allowed, as far as that is known before its host is resolved. */
  allowsUrl(url: URL): boolean
}

/** The targets that the operator names: hosts, and networks as CIDR. */
export interface NamedTargets {
  readonly hosts: readonly string[]
  readonly networks: readonly { readonly address: string; readonly prefix: number }[]
}

export function allowedTargets({ hosts, networks }: NamedTargets): AllowedTargets {
  const named = new BlockList()
  for (const { address, prefix } of networks) named.addSubnet(address, prefix, familyOf(address))
  const isNamed = (host: string, address: string): boolean =>
    hosts.includes(host) || (isIP(address) !== 0 && named.check(address, familyOf(address)))
  const allowsAddress = (host: string, address: string): boolean => isPublicAddress(address) || isNamed(host, address)
  return {
    allowsAddress,
    allowsUrl({ protocol, hostname, port }) {
      const host = bareHost(hostname)
      if (port === '0') return false
      if (isNamed(host, host)) return protocol === 'http:' || protocol === 'https:'
      if (protocol !== 'https:') return false
      if (isIP(host) !== 0) return isPublicAddress(host) && isWebPort(port)
      // A name may resolve to an address in a network that the operator names.
      return networks.length > 0 || (isPublicName(host) && isWebPort(port))
    },
  }
}

/** Below 1024 are services that accept no messages, except the two of the web. */
const isWebPort = (port: string): boolean => port === '' || port === '80' || Number(port) >= 1024

/**
 * Whether a name can have a public address. Names without a dot, and those in domains reserved for private machines and
 * networks (RFC 6761, 6762, 7686, 8375, 9476, and .internal by ICANN), never do.
 */
const isPublicName = (host: string): boolean =>
  host.includes('.') && !/(^|\.)(localhost|localdomain|local|internal|invalid|onion|alt|home\.arpa)$/.test(host)

/** The host of a URL without the brackets of IPv6 and the dot at the end of a full name. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Undefined if it is neither a host nor a network. A single address is a network of one. */
export function parseTarget(text: string): { readonly host: string } | NamedTargets['networks'][number] | undefined {
  const [, address = '', width] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits > 0) {
    const prefix = width === undefined ? bits : Number(width)
    return prefix <= bits ? { address, prefix } : undefined
  }
  const isHost =
    width === undefined && /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(text)
  return isHost ? { host: text } : undefined
}
