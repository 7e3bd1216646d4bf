import { type ConnectionError, ProxyError } from '@spindle/client'
import { reasonOf } from './describe-connection-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']
const namesOfSet = (environment: Environment): string[] => names.filter((name) => environment[name])

/** For an answer that is not of a hub: a proxy may have written it. Undefined without one. */
export function findProxyInTheWay(environment: Environment): string | undefined {
  const set = namesOfSet(environment)
  return set.length === 0 ? undefined : `If ${set.join(' or ')} is the reason, name the hub in NO_PROXY.`
}

/** What the proxy variables have to do with a lost connection; undefined if probably nothing. */
export function findProxyHint(error: ConnectionError, environment: Environment): string | undefined {
  const set = namesOfSet(environment)
  if (error instanceof ProxyError) return fixProxy(error, set.join(' and '))
  if (set.length > 0)
    return `${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} set: check that the proxy answers, or name the hub in NO_PROXY.`
  if (!/^(ENOTFOUND|EAI_AGAIN)$/.test(reasonOf(error).code)) return undefined
  return 'If your network needs a proxy, set HTTPS_PROXY (HTTP_PROXY for an http address).'
}

/** What to do about a proxy that refused or was not reached. */
function fixProxy({ proxyStatus }: ProxyError, variables: string): string {
  const bypass = 'If the hub is reached without the proxy, name it in NO_PROXY.'
  if (proxyStatus === 407)
    return `Set ${variables} to http://USER:PASSWORD@host:port with what the proxy asks for. ${bypass}`
  if (proxyStatus !== undefined && proxyStatus < 500)
    return `Ask the operator of the proxy to allow the address of the hub. ${bypass}`
  return proxyStatus === undefined
    ? `Check the address in ${variables}. ${bypass}`
    : `Check the address of the hub (\`spindle status\`), then ask the operator of the proxy. ${bypass}`
}
