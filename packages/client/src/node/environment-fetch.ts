import type { buildConnector, Dispatcher } from 'undici'
import type { Fetch } from '../transport/transport.ts'
import { findProxy } from './find-proxy.ts'
import { endAfterSilence } from './proxy-connector.ts'
import { findProxyFailure, toProxyError } from './proxy-failure.ts'

/**
 * `fetch` by way of the proxy that the variables of the process name for the address; without one, the global `fetch`.
 * Throws `ProxyError` for what the proxy refuses.
 */
export const environmentFetch: Fetch = async (input, init) => {
  const proxy = findEnvironmentProxy(new URL(input))
  if (proxy === undefined) return globalThis.fetch(input, init)
  // The types of Node do not know the member that its fetch takes from undici.
  const withProxy: object = { ...init, dispatcher: await dispatcherOf(proxy) }
  const response = await globalThis.fetch(input, withProxy).catch((error: unknown) => {
    const failure = init.signal?.aborted === true ? undefined : findProxyFailure(error)
    throw failure === undefined ? error : toProxyError(proxy, failure)
  })
  if (response.status !== proxyAuthenticationRequired) return response
  await response.body?.cancel()
  throw toProxyError(proxy, { status: proxyAuthenticationRequired })
}

/** Only proxies answer with it (RFC 9110 section 15.5.8). */
const proxyAuthenticationRequired = 407

/** The proxy that the variables of the process name for an address, for requests without `fetch`. */
export const findEnvironmentProxy = (url: URL): URL | undefined => findProxy(url, process.env)

/** By address, so that connections are used again. */
const dispatchers = new Map<string, Promise<Dispatcher>>()

function dispatcherOf(proxy: URL): Promise<Dispatcher> {
  const known = dispatchers.get(proxy.href)
  if (known) return known
  const opening = openDispatcher(proxy)
  dispatchers.set(proxy.href, opening)
  return opening
}

/** Loaded when a proxy is used: most processes have none. */
async function openDispatcher(proxy: URL): Promise<Dispatcher> {
  const { Pool, ProxyAgent } = await import('undici')
  const credentials = `${decode(proxy.username)}:${decode(proxy.password)}`
  const token = `Basic ${Buffer.from(credentials).toString('base64')}`
  // As curl: a tunnel for https only. Many proxies refuse tunnels to other ports.
  return new ProxyAgent({
    uri: proxy.href,
    proxyTunnel: false,
    ...(proxy.username !== '' && { token }),
    clientFactory: (origin, options) => {
      const { connect } = options as { readonly connect: buildConnector.connector }
      return new Pool(origin, { ...options, connect: endAfterSilence(connect) })
    },
  })
}

/** A password may contain a percent sign that encodes nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
