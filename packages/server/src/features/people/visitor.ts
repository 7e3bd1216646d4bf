import type { SessionView } from '@spindle/contract/console'
import type { Http } from '../../http/context.ts'
import { toNetwork } from '../../http/limits/rate-limit.ts'
import type { BegunSession, Visitor } from './sessions/sessions.ts'
import type { KnownBrowsers } from './sign-in/known-browsers.ts'

/** The origin of a request, and the values for a new session. */

interface Asking {
  readonly address: string
  readonly device: string | undefined
  readonly sessionToken: string | undefined
  readonly cookies: string | undefined
}

export const visitorOf = ({ address, device, sessionToken, cookies }: Asking): Visitor => ({
  network: toNetwork(address),
  device,
  sessionToken,
  cookies,
})

/** Returns who is signed in now, and sets the cookies of the session and of the browser. */
export type AnswerBegun = (
  begun: BegunSession,
  asking: Pick<Asking, 'cookies'>,
) => Promise<{
  readonly body: SessionView
  readonly setCookies: readonly string[]
}>

export const answerBegun =
  (
    http: Http,
    describe: (sessionId: string) => Promise<SessionView>,
    browsers: Pick<KnownBrowsers, 'remember'>,
  ): AnswerBegun =>
  async ({ token, maxAgeSeconds, sessionId }, { cookies }) => {
    const body = await describe(sessionId)
    const setCookies = [http.sessionCookie.set(token, maxAgeSeconds), browsers.remember(body.user.id, cookies)]
    return { body, setCookies }
  }
