import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { decodeJwt, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import { atEnd } from './cleanup.ts'

/**
 * An outside OpenID provider for signing in: a separate server with a library that many providers use, and every
 * possible failure or false statement. It is on another site than the hub, as in production.
 */
export interface OutsideProvider {
  readonly url: string
  /** The settings of a hub that signs people in with it. */
  readonly environment: Readonly<Record<string, string>>
  /** Registers the hub as its client. */
  serve(hubUrl: string): void
  /** The person who enters this name on its page, with the claims that it returns. */
  know(login: string, claims: Readonly<Record<string, unknown>>): void
  /**
   * A person in a browser without cookies: from the address to which the hub redirects, to the query with which it
   * returns.
   */
  signIn(address: string, login: string): Promise<string>
  behave(behaviour: Behaviour): void
  /** Changes ID tokens from now on; undefined: no change. */
  tamper(change: Tamper | undefined): void
  /** How often each of its addresses was requested. */
  readonly asked: Map<string, number>
  close(): Promise<void>
}

export type Behaviour = 'normal' | 'down' | 'silent' | 'oversized' | 'in pieces' | 'other issuer'

/** From the claims of an ID token to the token that leaves in its place. */
export type Tamper = (claims: JWTPayload, sign: Signer) => Promise<string> | string

export type Signer = (claims: JWTPayload, key?: 'own' | 'foreign') => Promise<string>

export const outsideSecret = 'canary-of-the-outside-client-secret'

const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
let made: Readonly<Record<'own' | 'foreign', ReturnType<typeof makeKey>>> | undefined
/** Creating them takes a while: all providers of a process share them. */
const keysOfAll = () => {
  made ??= { own: makeKey(), foreign: makeKey() }
  return made
}
const kid = 'provider-key'

/** A provider that is closed at the end of the test file. */
export async function startOutsideProvider(settings: Readonly<Record<string, string>> = {}): Promise<OutsideProvider> {
  const provider = await openOutsideProvider(settings)
  atEnd(provider.close)
  return provider
}

/** A provider that lives until its process ends, unless it is closed. */
export async function openOutsideProvider(settings: Readonly<Record<string, string>> = {}): Promise<OutsideProvider> {
  const people = new Map<string, Readonly<Record<string, unknown>>>()
  const keys = keysOfAll()
  const asked = new Map<string, number>()
  let behaviour: Behaviour = 'normal'
  let tampering: Tamper | undefined
  let provider: Provider | undefined
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    asked.set(path, (asked.get(path) ?? 0) + 1)
    if (behaviour === 'down') response.destroy()
    else if (behaviour === 'in pieces') sendForever(response)
    else if (behaviour === 'oversized') sendJson(response, { ...metadataOf(url), padding: 'x'.repeat(4 * 1024 * 1024) })
    else if (behaviour === 'other issuer' && path.startsWith('/.well-known/'))
      sendJson(response, { ...metadataOf(url), issuer: 'https://other.example' })
    else if (behaviour !== 'silent' && provider) void answer(provider, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const sign: Signer = (claims, key = 'own') =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(keys[key].privateKey)

  return {
    url,
    environment: {
      SPINDLE_SIGNIN_ISSUER: url,
      SPINDLE_SIGNIN_CLIENT_ID: 'hub',
      SPINDLE_SIGNIN_CLIENT_SECRET: outsideSecret,
      SPINDLE_SIGNIN_NAME: 'Acme',
      ...settings,
    },
    asked,
    serve(hubUrl) {
      provider = makeProvider({ url, hubUrl, people, jwk: { ...keys.own.privateKey.export({ format: 'jwk' }), kid } })
      provider.use(async (ctx, next) => {
        await next()
        const body = ctx.body as { id_token?: string } | undefined
        if (tampering && ctx.path === '/token' && body?.id_token !== undefined)
          ctx.body = { ...body, id_token: await tampering(decodeJwt(body.id_token), sign) }
      })
    },
    know: (login, claims) => void people.set(login, claims),
    signIn: (address, login) => signInThere(url, address, login),
    behave: (next) => {
      behaviour = next
    },
    tamper: (change) => {
      tampering = change
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface ProviderParts {
  readonly url: string
  readonly hubUrl: string
  readonly people: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  readonly jwk: object
}

function makeProvider({ url, hubUrl, people, jwk }: ProviderParts): Provider {
  return new Provider(url, {
    clients: [{ client_id: 'hub', client_secret: outsideSecret, redirect_uris: [`${hubUrl}/console/sign-in/outside`] }],
    // As in OpenID Connect Core section 5.4: the userinfo endpoint returns what the scopes request.
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    jwks: { keys: [jwk as never] },
    // No consent is requested.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc
      const grant = new ctx.oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  })
}

/** Its page: a name without a password. Without a name the browser returns without a sign-in. */
async function answer(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response)
  if (request.method === 'GET')
    return void response.setHeader('content-type', 'text/html').end(`<!doctype html><html lang="en"><title>Acme</title>
<h1>Sign in to Acme</h1><form method="post"><label>Name <input name="login"></label><button>Continue</button></form>`)
  const login = new URLSearchParams(await text(request)).get('login') ?? ''
  const result = login === '' ? { error: 'access_denied' } : { login: { accountId: login } }
  await provider.interactionFinished(request, response, result)
}

/** Through its pages, with the cookies it sets. */
async function signInThere(url: string, address: string, login: string): Promise<string> {
  const cookies = new Map<string, string>()
  let at = new URL(address)
  while (at.origin === url) {
    const isPage = at.pathname.startsWith('/interaction/')
    const response = await fetch(at, {
      method: isPage ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(isPage && { body: new URLSearchParams({ login }) }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';', 1)[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    const to = response.headers.get('location')
    if (to === null) throw new Error(`no way on from ${at.href}: ${response.status} ${await response.text()}`)
    await response.body?.cancel()
    at = new URL(to, at)
  }
  return at.search.slice(1)
}

/** The part of its metadata that a client needs to start. */
const metadataOf = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/auth`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/jwks`,
})

const sendJson = (response: ServerResponse, body: object): void =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify(body))

/** The headers immediately, and a byte of the body from time to time. */
function sendForever(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json')
  response.write('{')
  const timer = setInterval(() => response.write(' '), 20)
  response.once('close', () => clearInterval(timer))
}
