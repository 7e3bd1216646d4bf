import { environmentFetch } from '@spindle/client/node'

/** What `login` needs from a hub's authorization server metadata (RFC 8414). */
export interface BrowserLogin {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
}

const timeoutMs = 10_000

/** Undefined if the hub does not support sign-in by browser, or answers with something else. */
export async function findBrowserLogin(baseUrl: string, signal: AbortSignal): Promise<BrowserLogin | undefined> {
  const { origin, pathname } = new URL(baseUrl)
  const issuer = baseUrl.replace(/\/+$/, '')
  const url = `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/+$/, '')}`
  try {
    const both = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const response = await environmentFetch(url, {
      signal: both,
      redirect: 'error',
      headers: { accept: 'application/json' },
    })
    return response.ok ? parse(issuer, (await response.json()) as Readonly<Record<string, unknown>>) : undefined
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

/** A token is sent nowhere but to the hub itself. */
function parse(issuer: string, document: Readonly<Record<string, unknown>>): BrowserLogin | undefined {
  const { authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint } = document
  const methods = document.code_challenge_methods_supported
  const isOwn = (url: unknown): url is string => typeof url === 'string' && url.startsWith(`${issuer}/`)
  if (document.issuer !== issuer || !isOwn(authorizationEndpoint) || !isOwn(tokenEndpoint)) return undefined
  if (!Array.isArray(methods) || !methods.includes('S256')) return undefined
  return { issuer, authorizationEndpoint, tokenEndpoint }
}
