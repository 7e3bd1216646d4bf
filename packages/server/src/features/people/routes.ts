import {
  acceptInvitation,
  confirmSession,
  endOtherSessions,
  endSession,
  getHubFacts,
  getSession,
  listSessions,
  readLink,
  type SessionView,
  setPassword,
  setUpHub,
  signInByLink,
  signInByPassword,
  signOut,
  signUpByInvitation,
} from '@spindle/contract/console'
import type { Http } from '../../http/context.ts'
import { toNetwork } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import { keepsSecureCookies } from '../../http/session-cookie.ts'
import type { Links } from './links/links.ts'
import type { BegunSession, Sessions, Visitor } from './sessions/sessions.ts'
import type { Enrolment } from './sign-in/enrolment.ts'
import type { SignIn } from './sign-in/sign-in.ts'
import type { People } from './users/people.ts'

export interface PeopleRoutes {
  readonly people: People
  readonly links: Links
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly enrolment: Enrolment
  describe(sessionId: string): Promise<SessionView>
  endOthers(session: { readonly id: string; readonly sessionId: string }): Promise<void>
}

interface Asking {
  readonly address: string
  readonly device: string | undefined
  readonly sessionToken: string | undefined
}

const visitorOf = ({ address, device, sessionToken }: Asking): Visitor => ({
  network: toNetwork(address),
  device,
  sessionToken,
})

export function bindPeople(http: Http, parts: PeopleRoutes): void {
  bindWaysIn(http, parts)
  bindSessions(http, parts)
}

/** The answer that begins a session, or gives it a new cookie. */
const begun =
  (http: Http, { describe }: PeopleRoutes) =>
  async ({ token, maxAgeSeconds, sessionId }: BegunSession) => ({
    body: await describe(sessionId),
    headers: { 'set-cookie': http.sessionCookie.set(token, maxAgeSeconds) },
  })

function bindWaysIn(http: Http, parts: PeopleRoutes): void {
  const { people, links, signIn, enrolment } = parts
  const begin = begun(http, parts)
  const { hostname } = new URL(http.config.publicUrl)
  const isEncrypted = keepsSecureCookies(http.config.publicUrl)
  route(http, getHubFacts, async () => ({
    body: { name: hostname, needsSetup: !(await people.hasOperator()), isEncrypted },
  }))
  route(http, setUpHub, async (input) => begin(await enrolment.setUp(input.body, visitorOf(input))))
  route(http, signInByPassword, async (input) => begin(await signIn.byPassword(input.body, visitorOf(input))))
  route(http, signInByLink, async (input) => begin(await signIn.byLink(input.body.token, visitorOf(input))))
  route(http, readLink, async ({ body }) => ({ body: await links.read(body.token) }))
  route(http, signUpByInvitation, async (input) => begin(await enrolment.signUp(input.body, visitorOf(input))))
  route(http, acceptInvitation, async ({ principal, body }) => ({
    body: await enrolment.accept(principal, body.token),
  }))
}

function bindSessions(http: Http, parts: PeopleRoutes): void {
  const { sessions, signIn, describe, endOthers } = parts
  const begin = begun(http, parts)
  const signedOut = { body: undefined, headers: { 'set-cookie': http.sessionCookie.clear() } }
  route(http, getSession, async ({ principal }) => ({ body: await describe(principal.sessionId) }))
  route(http, confirmSession, async (input) =>
    begin(await signIn.confirm(input.principal, input.body.password, visitorOf(input))),
  )
  route(http, signOut, async ({ principal }) => {
    await sessions.end(principal, principal.sessionId)
    return signedOut
  })
  route(http, listSessions, async ({ principal }) => ({ body: { data: await sessions.list(principal) } }))
  route(http, endSession, async ({ principal, params }) => {
    await sessions.end(principal, params.sessionId)
    return { body: undefined }
  })
  route(http, endOtherSessions, async ({ principal }) => {
    await endOthers(principal)
    return { body: undefined }
  })
  route(http, setPassword, async ({ principal, body }) => {
    await signIn.setPassword(principal, body.password)
    return { body: undefined }
  })
}
