import {
  acceptInvitation,
  beginFirstPasskey,
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
  updateProfile,
} from '@spindle/contract/console'
import type { Http } from '../../http/context.ts'
import { keepsSecureCookies } from '../../http/credentials/host-cookie.ts'
import type { SessionPrincipal } from '../../http/principal.ts'
import { route } from '../../http/routing/route.ts'
import type { Links } from './membership/links.ts'
import { bindTeam, type TeamRoutes } from './membership/routes.ts'
import { linkDigest } from './opaque-token.ts'
import type { Outside } from './outside/index.ts'
import { bindOutside } from './outside/routes.ts'
import type { Passkeys } from './passkeys/passkeys.ts'
import { bindPasskeys } from './passkeys/routes.ts'
import { findRelyingParty } from './passkeys/webauthn.ts'
import type { People } from './profile/people.ts'
import type { Profiles } from './profile/profile.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { Enrolment } from './sign-in/enrolment.ts'
import type { KnownBrowsers } from './sign-in/known-browsers.ts'
import type { SignIn } from './sign-in/sign-in.ts'
import { type AnswerBegun, answerBegun, visitorOf } from './visitor.ts'

export interface PeopleRoutes extends TeamRoutes {
  readonly people: People
  readonly links: Links
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly enrolment: Enrolment
  readonly passkeys: Passkeys
  readonly outside: Outside
  readonly profiles: Profiles
  readonly browsers: KnownBrowsers
  describe(sessionId: string): Promise<SessionView>
  endOthers(person: SessionPrincipal): Promise<void>
}

export function bindPeople(http: Http, parts: PeopleRoutes): void {
  const begin = answerBegun(http, parts.describe, parts.browsers)
  bindWaysIn(http, parts, begin)
  bindSessions(http, parts, begin)
  bindTeam(http, parts)
  bindPasskeys(http, parts.passkeys, begin)
  bindOutside(http, parts.outside, begin)
}

function bindWaysIn(http: Http, { people, links, signIn, enrolment }: PeopleRoutes, begin: AnswerBegun): void {
  const { hostname } = new URL(http.config.publicUrl)
  const { ways, provider } = http.config.signIn
  const isEncrypted = keepsSecureCookies(http.config.publicUrl)
  const hasPasskeys = ways.includes('passkey') && findRelyingParty(http.config.publicUrl) !== undefined
  const hasPasswords = ways.includes('password')
  const outside = provider && ways.includes('outside') ? { name: provider.name } : null
  route(http, getHubFacts, async () => ({
    body: {
      name: hostname,
      needsSetup: !(await people.hasOperator()),
      isEncrypted,
      hasPasswords,
      hasPasskeys,
      outside,
    },
  }))
  route(http, beginFirstPasskey, async ({ body }) => ({
    body: { publicKey: { ...(await enrolment.askForPasskey(body)) } },
  }))
  route(http, setUpHub, async (input) => begin(await enrolment.setUp(withDigest(input.body), visitorOf(input)), input))
  route(http, signInByPassword, async (input) => begin(await signIn.byPassword(input.body, visitorOf(input)), input))
  route(http, signInByLink, async (input) => begin(await signIn.byLink(input.body.token, visitorOf(input)), input))
  route(http, readLink, async ({ body }) => ({ body: await links.read(body.token) }))
  route(http, signUpByInvitation, async (input) =>
    begin(await enrolment.signUp(withDigest(input.body), visitorOf(input)), input),
  )
  route(http, acceptInvitation, async ({ principal, body }) => ({
    body: await enrolment.accept(principal, linkDigest(body.token)),
  }))
}

/** A link is identified only by its digest. */
const withDigest = <T extends { readonly token: string }>({ token, ...body }: T) => ({
  ...body,
  linkSha256: linkDigest(token),
})

function bindSessions(http: Http, parts: PeopleRoutes, begin: AnswerBegun): void {
  const { sessions, signIn, profiles, describe, endOthers } = parts
  const signedOut = { body: undefined, headers: { 'set-cookie': http.sessionCookie.clear() } }
  route(http, getSession, async ({ principal }) => ({ body: await describe(principal.sessionId) }))
  route(http, confirmSession, async (input) =>
    begin(await signIn.confirm(input.principal, input.body.password, visitorOf(input)), input),
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
  route(http, updateProfile, async ({ principal, body }) => {
    await profiles.update(principal.id, body)
    return { body: await describe(principal.sessionId) }
  })
  route(http, setPassword, async ({ principal, body }) => {
    await signIn.setPassword(principal, body.password)
    return { body: undefined }
  })
}
