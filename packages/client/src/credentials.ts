import { AuthenticationError } from './errors.ts'
import type { Endpoint } from './operations/endpoints.ts'
import { isHeaderValue } from './transport/header-value.ts'
import { invalidAnswer, readJson } from './transport/read-body.ts'
import type { Logger, Send } from './transport/transport.ts'

/** The credentials of a client, and which header carries each. A secret is never part of a URL, a message or a log line. */

/** What the client may hold; each operation takes exactly one of them. */
export interface Credentials {
  /** For releases, uploads, catalog and analytics; sent as `X-API-Key`. */
  readonly apiKey?: string | undefined
  /** A JWT for the management of keys, or a function that gives a current one. */
  readonly accessToken?: string | (() => string | Promise<string>) | undefined
  /** A service client of the account: the client fetches access tokens itself. */
  readonly clientId?: string | undefined
  /** The secret of the service client. */
  readonly clientSecret?: string | undefined
  /** The token of a property, for verification, feed, audio and plays. */
  readonly integrationToken?: string | undefined
  /**
   * For pages of the hub itself: the browser sends the cookie of the person who signed in. `baseUrl` is then the
   * session surface of an account, `{hub}/console/a/{accountId}`, and no other credential is given.
   */
  readonly session?: boolean | undefined
}

type Auth = Endpoint[2]

/** Gives the header of a kind of credential. */
export interface CredentialSource {
  /** The header of one kind of credential. Throws `AuthenticationError` when the client has none. */
  headersFor(auth: Auth): Promise<Record<string, string>>
  /** Forgets a token that was refused; true when another one can be fetched. */
  renew(auth: Auth): boolean
}

/** Makes the source; throws `AuthenticationError` for a header that it cannot make. */
export function credentialSource(credentials: Credentials, send: Send, baseUrl: string): CredentialSource {
  const { apiKey, accessToken, clientId, clientSecret, integrationToken } = credentials
  if (credentials.session === true) return sessionSource
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new TypeError(
      `${clientId === undefined ? 'clientId' : 'clientSecret'} is missing. A service client needs both`,
    )
  const tokens =
    clientId !== undefined && clientSecret !== undefined
      ? tokenCache(() => fetchToken(send, baseUrl, { clientId, clientSecret }))
      : undefined
  const bearer = (token: string, option: string) => ({ authorization: `Bearer ${sendable(token, option)}` })
  return {
    async headersFor(auth) {
      switch (auth) {
        case 'none':
          return {}
        case 'apiKey':
          return { 'x-api-key': sendable(apiKey ?? missing('an API key', 'apiKey'), 'apiKey') }
        case 'integrationToken':
          return bearer(integrationToken ?? missing('an integration token', 'integrationToken'), 'integrationToken')
        case 'jwt':
          if (accessToken !== undefined)
            return bearer(typeof accessToken === 'string' ? accessToken : await accessToken(), 'accessToken')
          return bearer(
            await (tokens ?? missing('an access token', 'accessToken, or clientId and clientSecret')).get(),
            'accessToken',
          )
      }
    },
    renew(auth) {
      if (auth !== 'jwt' || accessToken !== undefined || tokens === undefined) return false
      tokens.forget()
      return true
    },
  }
}

/** The header is one that pages of other origins cannot send; the cookie comes from the browser. */
const sessionSource: CredentialSource = {
  headersFor: async () => ({ 'x-spindle-console': '1' }),
  renew: () => false,
}

function missing(what: string, option: string): never {
  throw new AuthenticationError(`This call requires ${what}. Set the client option ${option}.`, {
    code: 'credentials_missing',
  })
}

/** Refused here, because `fetch` would quote the secret in its error. */
function sendable(secret: string, option: string): string {
  if (isHeaderValue(secret)) return secret
  throw new AuthenticationError(`${option} is not a valid credential: it must be visible ASCII on one line`, {
    code: 'credentials_malformed',
  })
}

interface Token {
  readonly value: string
  readonly usableUntilMs: number
}

function tokenCache(fetchOne: () => Promise<Token>) {
  let current: Promise<Token> | undefined
  const start = (): Promise<Token> => {
    const started = fetchOne()
    current = started
    // Only a token is kept: after a failure the next call requests it again.
    started.catch(() => {
      if (current === started) current = undefined
    })
    return started
  }
  return {
    forget() {
      current = undefined
    },
    async get(): Promise<string> {
      const token = await (current ?? start())
      if (token.usableUntilMs > Date.now()) return token.value
      current = undefined
      return (await start()).value
    },
  }
}

const marginSeconds = 30

/** OAuth 2.0 client credentials grant (RFC 6749 section 4.4). */
async function fetchToken(
  send: Send,
  baseUrl: string,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
): Promise<Token> {
  const askedAtMs = Date.now()
  const { data } = await send({
    method: 'POST',
    url: `${baseUrl}/oauth/token`,
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
    isRepeatable: true,
    read: async (response) => parseToken(await readJson(response)),
  })
  const { value, lifeSeconds } = data
  return {
    value,
    usableUntilMs: askedAtMs + Math.max(lifeSeconds - marginSeconds, lifeSeconds / 2) * 1000,
  }
}

function parseToken(answer: unknown): { readonly value: string; readonly lifeSeconds: number } {
  const { access_token: value, expires_in: lifeSeconds } = (answer ?? {}) as Record<string, unknown>
  if (typeof value !== 'string' || value === '') throw invalidAnswer('no access token')
  return { value, lifeSeconds: typeof lifeSeconds === 'number' ? lifeSeconds : 60 }
}

/** Anyone who opens the page can read what its script contains. */
export function warnInBrowser({ apiKey, clientSecret, integrationToken }: Credentials, logger: Logger): void {
  if (!('window' in globalThis && 'document' in globalThis)) return
  const held = [
    [apiKey, 'An API key'],
    [clientSecret, 'A client secret'],
    [integrationToken, 'An integration token'],
  ]
  for (const [value, name] of held)
    if (value !== undefined)
      logger.warn(`${name} is used in a web page, where anyone who opens the page can read it. Keep it on a server.`)
}
