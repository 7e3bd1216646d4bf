import { ConnectionError, SpindleError } from '@spindle/client'
import type { ResultOf } from '@spindle/contract'
import type { getHubFacts, readLink, SessionView } from '@spindle/contract/console'
import { consolePath } from './addresses.ts'

/** What only the console asks: who is signed in, and how people come in. */

export type Session = SessionView
export type Membership = Session['memberships'][number]

export type HubFacts = ResultOf<typeof getHubFacts>
export type LinkFacts = ResultOf<typeof readLink>

export interface SetUp {
  readonly token: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly accountName?: string
}

export const sessionApi = {
  getHubFacts: () => ask<HubFacts>('GET', '/hub'),
  getSession: () => ask<Session>('GET', '/session'),
  readLink: (token: string) => ask<LinkFacts>('POST', '/links/read', { token }),
  setUpHub: (body: SetUp) => ask<Session>('POST', '/setup', body),
  signInByPassword: (body: { readonly email: string; readonly password: string }) =>
    ask<Session>('POST', '/sign-in/password', body),
  signInByLink: (token: string) => ask<Session>('POST', '/sign-in/link', { token }),
  signUpByInvitation: (body: { readonly token: string; readonly name: string; readonly password: string }) =>
    ask<Session>('POST', '/sign-up', body),
  acceptInvitation: (token: string) => ask<{ readonly accountId: string }>('POST', '/invitations/accept', { token }),
  confirmSession: (password: string) => ask<Session>('POST', '/session/confirm', { password }),
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

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${consolePath}/api${path}`, {
    method,
    headers: { 'x-spindle-console': '1', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new ConnectionError('The hub did not answer', { code: 'connection_failed', cause })
  })
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
