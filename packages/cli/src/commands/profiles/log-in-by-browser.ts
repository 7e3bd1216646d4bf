import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { type CreatedApiKey, type Permission, Spindle } from '@spindle/client'
import { environmentFetch } from '@spindle/client/node'
import { CommandError } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { BrowserLogin } from '../../hub/authorization-server.ts'
import { openLoopback } from '../../hub/loopback-answer.ts'
import { hasDisplay, showInBrowser } from '../../output/show-in-browser.ts'

/**
 * An API key by the browser: authorization code with PKCE (RFC 7636, RFC 8252), a token of ten minutes, with it a key of
 * this machine's own, and the token is forgotten. Only the key is ever stored.
 */

const permissions: readonly Permission[] = ['music:read', 'music:write', 'catalog:read', 'analytics:read']
const clientId = 'spindle'
const waitMs = 10 * 60_000
const keyLifeMs = 90 * 24 * 3_600_000

export async function createKeyByBrowser(context: CommandContext, server: BrowserLogin): Promise<CreatedApiKey> {
  const loopback = await openLoopback()
  try {
    const verifier = randomBytes(32).toString('base64url')
    const state = randomBytes(16).toString('base64url')
    const url = requestUrl(server, { verifier, state, redirectUri: loopback.redirectUri })
    const answered = loopback.wait(state, AbortSignal.any([context.signal, AbortSignal.timeout(waitMs)]))
    // Handled before anything awaits it, so that a failure of the browser is not an unhandled rejection.
    answered.catch(() => {})
    await show(context, url)
    const code = readCode(server, await answered.catch(explainEnd))
    const token = await exchange(context, server, { code, verifier, redirectUri: loopback.redirectUri })
    return await createKey(context, server, token)
  } finally {
    loopback.close()
  }
}

function requestUrl(
  { authorizationEndpoint, issuer }: BrowserLogin,
  request: { readonly verifier: string; readonly state: string; readonly redirectUri: string },
): string {
  const url = new URL(authorizationEndpoint)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: request.redirectUri,
    code_challenge: createHash('sha256').update(request.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: request.state,
    scope: ['keys:write', ...permissions].join(' '),
    resource: issuer,
    device_name: hostname(),
  }).toString()
  return url.href
}

async function show(context: CommandContext, url: string): Promise<void> {
  const { out } = context
  const isOpen = hasDisplay(context) && (await showInBrowser(url))
  out.say(
    isOpen
      ? 'Your browser opens. Sign in there and allow the request, or open this address:'
      : 'Open this address in a browser on this machine, sign in and allow the request:',
  )
  out.say(url)
  out.say('Waiting for your answer. Press Ctrl-C to stop. No browser here? Use: spindle login --no-browser')
}

function explainEnd(error: unknown): never {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    throw new CommandError('The request was not answered in the browser within ten minutes. Nothing was stored', {
      code: 'login_timeout',
      fix: 'Run `spindle login` again.',
    })
  throw error
}

function readCode({ issuer }: BrowserLogin, answer: URLSearchParams): string {
  // RFC 9207: an answer of another server must not be taken for one of this.
  if (answer.get('iss') !== issuer)
    throw new CommandError('The answer came from another server. Nothing was stored', {
      code: 'login_failed',
      fix: 'Check --hub, and run `spindle login` again.',
    })
  const error = answer.get('error')
  if (error === 'access_denied')
    throw new CommandError('The request was denied in the browser. Nothing was stored', { code: 'access_denied' })
  const code = answer.get('code')
  if (code === null || error !== null)
    throw new CommandError(
      `The hub did not allow it: ${answer.get('error_description') ?? error ?? 'no code was returned'}`,
      {
        code: error ?? 'login_failed',
        fix: 'Run `spindle login` again.',
      },
    )
  return code
}

interface Token {
  readonly accessToken: string
  readonly granted: readonly Permission[]
}

async function exchange(
  { signal }: CommandContext,
  { tokenEndpoint }: BrowserLogin,
  { code, verifier, redirectUri }: { readonly code: string; readonly verifier: string; readonly redirectUri: string },
): Promise<Token> {
  const response = await environmentFetch(tokenEndpoint, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    }),
  })
  const answer = (await response.json().catch(() => ({}))) as Readonly<Record<string, unknown>>
  const { access_token: accessToken, scope, error_description: why } = answer
  if (!response.ok || typeof accessToken !== 'string' || typeof scope !== 'string')
    throw new CommandError(
      `The hub returned no token: ${typeof why === 'string' ? why : `status ${response.status}`}`,
      {
        code: 'login_failed',
        fix: 'Run `spindle login` again.',
      },
    )
  const scopes = scope.split(' ')
  return { accessToken, granted: permissions.filter((permission) => scopes.includes(permission)) }
}

const createKey = (
  { signal }: CommandContext,
  { issuer }: BrowserLogin,
  { accessToken, granted }: Token,
): Promise<CreatedApiKey> => {
  const client = new Spindle({ accessToken, baseUrl: issuer, logger: { warn: () => {} } })
  const name = `spindle on ${hostname()}`.slice(0, 100)
  const expiresAt = new Date(Date.now() + keyLifeMs).toISOString()
  return client.keys.create({ name, permissions: [...granted], expiresAt }, { signal })
}
