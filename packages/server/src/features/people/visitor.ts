import type { SessionView } from '@spindle/contract/console'
import type { Http } from '../../http/context.ts'
import { toNetwork } from '../../http/rate-limit.ts'
import type { BegunSession, Visitor } from './sessions/sessions.ts'

/** Where a request comes from, and what it gets when it begins a session. */

interface Asking {
  readonly address: string
  readonly device: string | undefined
  readonly sessionToken: string | undefined
}

export const visitorOf = ({ address, device, sessionToken }: Asking): Visitor => ({
  network: toNetwork(address),
  device,
  sessionToken,
})

/** Tells who is signed in now, and sets the cookie. */
export type AnswerBegun = (begun: BegunSession) => Promise<{
  readonly body: SessionView
  readonly headers: { readonly 'set-cookie': string }
}>

export const answerBegun =
  (http: Http, describe: (sessionId: string) => Promise<SessionView>): AnswerBegun =>
  async ({ token, maxAgeSeconds, sessionId }) => ({
    body: await describe(sessionId),
    headers: { 'set-cookie': http.sessionCookie.set(token, maxAgeSeconds) },
  })
