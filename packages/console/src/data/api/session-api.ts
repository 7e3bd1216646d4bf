import { ConnectionError, type Permission, SpindleError } from '@spindle/client'
import type { ResultOf } from '@spindle/contract'
import type {
  AuthorizationRequest,
  allowAuthorization,
  beginOutsideSignIn,
  beginPasskeySignIn,
  getHubFacts,
  getToolEndpoints,
  listConnections,
  readLink,
  SessionView,
} from '@spindle/contract/console'
import { consolePath } from '../addresses.ts'

/** The requests that only the console sends: who is signed in, and how people sign in. */

export type Session = SessionView
export type Membership = Session['memberships'][number]

export type HubFacts = ResultOf<typeof getHubFacts>
export type { AuthorizationRequest, Connection, ToolEndpoints } from '@spindle/contract/console'
export type LinkFacts = ResultOf<typeof readLink>

/** How a new person will sign in. */
export type WayIn =
  | { readonly password: string }
  | { readonly passkey: { readonly label: string; readonly credential: object } }

export type SignUp = WayIn & { readonly token: string; readonly name: string }
export type SetUp = SignUp & { readonly email: string; readonly accountName?: string }

/** The link by which a new person joins who signs in at the outside provider. */
export interface OutsideLink {
  readonly token: string
  readonly name: string
  readonly accountName?: string
}

/** Where the browser goes now. */
export type LeftForOutside = ResultOf<typeof beginOutsideSignIn>

export type PasskeyQuestion = ResultOf<typeof beginPasskeySignIn>

type AnsweredRequest = ResultOf<typeof allowAuthorization>
/** Which account a program may act for, and what it may do there. */
interface AllowedRequest {
  readonly accountId: string
  readonly permissions: readonly Permission[]
}

export const sessionApi = {
  getHubFacts: () => ask<HubFacts>('GET', '/hub'),
  getSession: async () => readAnswer<Session>((await takeEarlyAnswer()) ?? (await send('GET', '/session'))),
  readLink: (token: string) => ask<LinkFacts>('POST', '/links/read', { token }),
  setUpHub: (body: SetUp) => ask<Session>('POST', '/setup', body),
  signInByPassword: (body: { readonly email: string; readonly password: string }) =>
    ask<Session>('POST', '/sign-in/password', body),
  signInByLink: (token: string) => ask<Session>('POST', '/sign-in/link', { token }),
  signUpByInvitation: (body: SignUp) => ask<Session>('POST', '/sign-up', body),
  beginFirstPasskey: (body: { readonly token: string; readonly name: string; readonly email?: string }) =>
    ask<PasskeyQuestion>('POST', '/links/passkey/begin', body),
  beginPasskeySignIn: () => ask<PasskeyQuestion>('POST', '/sign-in/passkey/begin'),
  signInByPasskey: (credential: object) => ask<Session>('POST', '/sign-in/passkey', { credential }),
  beginPasskeyConfirmation: () => ask<PasskeyQuestion>('POST', '/session/confirm/passkey/begin'),
  confirmByPasskey: (credential: object) => ask<Session>('POST', '/session/confirm/passkey', { credential }),
  beginOutsideSignIn: (wish: { readonly link?: OutsideLink; readonly asksAgain?: boolean } = {}) =>
    ask<LeftForOutside>('POST', '/sign-in/outside/begin', wish),
  signInOutside: (answer: string) => ask<Session>('POST', '/sign-in/outside', { answer }),
  beginOutsideConfirmation: () => ask<LeftForOutside>('POST', '/session/confirm/outside/begin'),
  confirmOutside: (answer: string) => ask<Session>('POST', '/session/confirm/outside', { answer }),
  acceptInvitation: (token: string) => ask<{ readonly accountId: string }>('POST', '/invitations/accept', { token }),
  confirmSession: (password: string) => ask<Session>('POST', '/session/confirm', { password }),
  getAuthorizationRequest: (uid: string) => ask<AuthorizationRequest>('GET', `/authorize/${encodeURIComponent(uid)}`),
  allowAuthorization: (uid: string, body: AllowedRequest) =>
    ask<AnsweredRequest>('POST', `/authorize/${encodeURIComponent(uid)}/allow`, body),
  listConnections: () => ask<ResultOf<typeof listConnections>>('GET', '/connections'),
  getToolEndpoints: () => ask<ResultOf<typeof getToolEndpoints>>('GET', '/tool-endpoints'),
  endConnection: (id: string) => ask<undefined>('DELETE', `/connections/${encodeURIComponent(id)}`),
  refuseAuthorization: (uid: string) => ask<AnsweredRequest>('POST', `/authorize/${encodeURIComponent(uid)}/refuse`),
  signOut: () => ask<undefined>('DELETE', '/session'),
}

/** Members of a problem document (RFC 9457) as the hub writes it. */
interface Problem {
  readonly error?: string
  readonly title?: string
  readonly detail?: string
  readonly requestId?: string
  readonly errors?: SpindleError['errors']
}

declare global {
  /** Requested in `public/head.js`; undefined if that failed. */
  var spindleSession: Promise<Response | undefined> | undefined
}

/** It is the answer only for the first call. */
function takeEarlyAnswer(): Promise<Response | undefined> | undefined {
  const answer = globalThis.spindleSession
  globalThis.spindleSession = undefined
  return answer
}

export interface Repeatable {
  readonly idempotencyKey?: string
}

/**
 * Sends a request that only pages of the console may send; throws `SpindleError`. A write that is repeated with its key
 * counts once.
 */
export const ask = async <T>(method: string, path: string, body?: object, options: Repeatable = {}): Promise<T> =>
  readAnswer<T>(await send(method, path, body, options))

const send = (method: string, path: string, body?: object, { idempotencyKey }: Repeatable = {}): Promise<Response> =>
  fetch(`${consolePath}/api${path}`, {
    method,
    headers: {
      'x-spindle-console': '1',
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new ConnectionError('The hub did not answer', { code: 'connection_failed', cause })
  })

async function readAnswer<T>(response: Response): Promise<T> {
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T
  const problem = (await response.json().catch(() => ({}))) as Problem
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new SpindleError(problem.detail ?? problem.title ?? response.statusText, {
    status: response.status,
    code: problem.error ?? 'unexpected_answer',
    requestId: problem.requestId,
    errors: problem.errors,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
  })
}
