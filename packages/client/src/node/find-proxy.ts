import { BlockList, isIP } from 'node:net'

/**
 * Which proxy leads to an address, by the variables that curl reads: `http_proxy`, `https_proxy`, `all_proxy` and
 * `no_proxy`, each also in capitals; lower case wins, and an empty variable means no proxy. Unlike curl, the local machine
 * is always reached directly.
 */
export type Environment = Readonly<Record<string, string | undefined>>

/** Throws `TypeError` if a variable does not contain the address of a proxy. */
export function findProxy(url: URL, environment: Environment): URL | undefined {
  const name = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy'
  const variable = [name, name.toUpperCase(), 'all_proxy', 'ALL_PROXY'].find((one) => environment[one] !== undefined)
  const address = variable === undefined ? '' : (environment[variable] ?? '').trim()
  if (variable === undefined || address === '' || isReachedDirectly(url, environment)) return undefined
  return parseProxy(variable, address)
}

const schemes = new Set(['http:', 'https:', 'socks5:'])

function parseProxy(variable: string, address: string): URL {
  const proxy = parseUrl(encodeCredentials(address.includes('://') ? address : `http://${address}`))
  // Without the address: it may contain a password.
  if (!proxy || !schemes.has(proxy.protocol))
    throw new TypeError(`${variable} is not the address of a proxy. Set it to http://host:port or https://host:port`)
  return proxy
}

/** People write names such as `DOMAIN\\user`, and passwords as they are: without this, a part of them would be the host. */
const encodeCredentials = (address: string): string =>
  address.replace(
    /^([a-z0-9]+:\/\/)(.*)@/is,
    (_, scheme: string, credentials: string) =>
      `${scheme}${credentials.replaceAll(/[\\/?#@[\]^|]/g, (sign) => encodeURIComponent(sign))}@`,
  )

// Node 20 has no URL.parse.
const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

function isReachedDirectly(url: URL, environment: Environment): boolean {
  const host = bareHost(url.hostname)
  if (isOwnMachine(host)) return true
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const entries = (environment.no_proxy ?? environment.NO_PROXY ?? '').toLowerCase().split(/[\s,]+/)
  return entries.some((entry) => entry !== '' && matches(entry, host, port))
}

/** Without the brackets of IPv6 and the dot of the root. */
const bareHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')

const isOwnMachine = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '::1' || isInNetwork(host, '127.0.0.0', 8)

/** `*`, a domain with all below it, a network, or one of these with a port. */
function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true
  const [, network = '', prefix = ''] = /^\[?([0-9a-f.:]+)\]?\/(\d{1,3})$/.exec(entry) ?? []
  if (network !== '') return isInNetwork(host, network, Number(prefix))
  const [, name = entry, entryPort] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry) ?? []
  if (entryPort !== undefined && entryPort !== port) return false
  const domain = asInAddress(bareHost(name).replace(/^\*?\./, ''))
  return host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`))
}

/** The form that addresses have: IPv6 in short, and names beyond ASCII in Punycode. */
function asInAddress(name: string): string {
  if (isIP(name) !== 6 && /^\p{ASCII}*$/u.test(name)) return name
  const url = parseUrl(`http://${isIP(name) === 6 ? `[${name}]` : name}`)
  return url ? bareHost(url.hostname) : name
}

function isInNetwork(host: string, network: string, prefix: number): boolean {
  const family = isIP(network)
  if (family === 0 || isIP(host) !== family || prefix > (family === 4 ? 32 : 128)) return false
  const list = new BlockList()
  list.addSubnet(network, prefix, family === 4 ? 'ipv4' : 'ipv6')
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
