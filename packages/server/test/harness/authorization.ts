import * as oauth from 'oauth4webapi'
import type { TestHub } from './hub.ts'
import type { TestPerson } from './people.ts'

/** An authorization request in a browser: it opens the client's address, a person decides, it is redirected. */

export const insecure = { [oauth.allowInsecureRequests]: true }

export interface OpenedRequest {
  readonly status: number
  /** The id on the console's page for it; empty if the request was refused. */
  readonly uid: string
  /** The address to which the browser is redirected. */
  readonly location: URL | undefined
  /** The browser's cookies: `name=value; ...`. */
  readonly cookies: string
  readonly body: string
}

export async function openRequest(
  hub: TestHub,
  url: URL,
  headers: Record<string, string> = {},
): Promise<OpenedRequest> {
  const response = await fetch(url, { redirect: 'manual', headers })
  const to = response.headers.get('location')
  const location = to === null ? undefined : new URL(to)
  return {
    status: response.status,
    uid: location?.href.startsWith(`${hub.url}/console/authorize/`) ? (location.pathname.split('/').at(-1) ?? '') : '',
    location,
    cookies: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
    body: await response.text(),
  }
}

/** Sends a request like the page: with the session and the cookies of the request. */
export const askForRequest = (
  person: TestPerson,
  { uid, cookies }: OpenedRequest,
  { step = '', body, method = step === '' ? 'GET' : 'POST' }: { step?: string; body?: unknown; method?: string } = {},
) =>
  person.ask(method, `/console/api/authorize/${uid}${step}`, body, {
    cookie: [person.cookie(), cookies].filter(Boolean).join('; '),
  })

/** The client's address at which the browser ends. */
export async function goOn({ cookies }: OpenedRequest, returnTo: string): Promise<URL> {
  const response = await fetch(returnTo, { redirect: 'manual', headers: { cookie: cookies } })
  const to = response.headers.get('location')
  if (to === null) throw new Error(`no way on from ${returnTo}: ${response.status} ${await response.text()}`)
  return new URL(to)
}

export interface AuthorizeOptions {
  readonly clientId?: string
  readonly redirectUri?: string
  readonly scope?: string
  readonly extra?: Readonly<Record<string, string>>
}

export interface PreparedRequest {
  readonly url: URL
  readonly verifier: string
  readonly state: string
  readonly redirectUri: string
}

/** The address that a client builds from the metadata. */
export async function prepareRequest(
  server: oauth.AuthorizationServer,
  { clientId = 'spindle', redirectUri = 'http://127.0.0.1:49152/callback', scope, extra = {} }: AuthorizeOptions = {},
): Promise<PreparedRequest> {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(String(server.authorization_endpoint))
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...(scope === undefined ? {} : { scope }),
    ...extra,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url, verifier, state, redirectUri }
}

export async function discover(hub: TestHub): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(hub.url)
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  return oauth.processDiscoveryResponse(issuer, response)
}

/** All steps of the person, up to the address with the code. */
export async function allow(
  hub: TestHub,
  person: TestPerson,
  url: URL,
  body: { readonly accountId: string; readonly permissions: readonly string[] },
): Promise<URL> {
  const request = await openRequest(hub, url)
  const answer = await askForRequest(person, request, { step: '/allow', body })
  if (answer.status !== 200) throw new Error(`not allowed: ${JSON.stringify(answer.body)}`)
  return goOn(request, answer.body.returnTo)
}
