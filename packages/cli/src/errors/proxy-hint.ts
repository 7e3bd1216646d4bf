import type { ConnectionError } from '@spindle/client'
import { reasonOf } from './describe-connection-error.ts'

/** What the proxy variables have to do with a lost connection; undefined if probably nothing. */
export function findProxyHint(
  error: ConnectionError,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']
  const set = names.filter((name) => environment[name])
  if (set.length > 0)
    return `${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} set: check that the proxy answers, or name the hub in NO_PROXY.`
  if (!/^(ENOTFOUND|EAI_AGAIN)$/.test(reasonOf(error).code)) return undefined
  return 'If your network needs a proxy, set HTTPS_PROXY (HTTP_PROXY for an http address).'
}
