import { createHmac } from 'node:crypto'
import type { ProviderSettings } from '../../../config/sign-in.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { isToken, makeToken, tokenDigest } from '../opaque-token.ts'
import type { OutsideProvider, Question, RequestSecrets } from './provider.ts'
import { type ProviderFailures, refuse } from './provider-failures.ts'
import { type Errand, errands, insertRequest, type RequestRow, useRequest } from './request-queries.ts'
import { isAllowed, readStatedPerson, type StatedPerson } from './stated-person.ts'

/**
 * Sends a browser to the provider, and reads the answer that it brings back: once, within ten minutes, in the same
 * browser. A cookie holds a token from which state, nonce and verifier are derived; the hub stores its SHA-256.
 */
export interface OutsideRequests {
  /** Throws `provider_unavailable`. */
  leave(about: About): Promise<Left>
  /** Throws `outside_sign_in_refused`, `provider_unavailable`. */
  comeBack(presented: Presented, expected: Expected): Promise<CameBack>
}

export type About = Pick<RequestRow, 'errand'> &
  Partial<Pick<RequestRow, 'userId' | 'linkSha256' | 'name' | 'accountName'> & Pick<Question, 'asksAgain'>>

export interface Left {
  readonly location: string
  /** The token for the cookie of this browser. */
  readonly token: string
}

export interface Presented {
  /** The token from the cookie. */
  readonly token: string | undefined
  /** The query with which the provider sent the browser back. */
  readonly answer: string
}

interface Expected {
  readonly errands: readonly Errand[]
  readonly userId?: RequestRow['userId']
}

export interface CameBack {
  readonly request: RequestRow
  readonly person: StatedPerson
}

/** The provider of the configuration, and the requests to it. */
export interface OutsideDesk {
  readonly settings: ProviderSettings
  readonly requests: OutsideRequests
}

export interface OutsideRequestsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly settings: ProviderSettings
  readonly provider: OutsideProvider
  readonly failures: Pick<ProviderFailures, 'toNotAllowed'>
}

export const requestLifeSeconds = 600

export function outsideRequests(options: OutsideRequestsOptions): OutsideRequests {
  const { database, clock, settings, provider, failures } = options
  return {
    async leave({ errand, userId = null, linkSha256 = null, name = null, accountName = null, asksAgain = false }) {
      const token = makeToken()
      const location = await provider.makeAddress(secretsOf(token, errand), { asksAgain, isFresh: isFresh(errand) })
      const begunAt = new Date(clock.now())
      const expiresAt = new Date(clock.now() + requestLifeSeconds * 1000)
      const about = { errand, userId, linkSha256, name, accountName }
      await insertRequest(database.system, { sha256: tokenDigest(token), ...about, begunAt, expiresAt })
      return { location, token }
    },
    async comeBack({ token, answer }, { errands: expected, userId = null }) {
      const state = new URLSearchParams(answer).get('state')
      const errand = expected.find((one) => one === errandOf(state))
      if (errand === undefined || token === undefined || !isToken(token)) throw stale()
      const secrets = secretsOf(token, errand)
      if (secrets.state !== state) throw stale()
      const sha256 = tokenDigest(token)
      const request = await useRequest(database.system, { sha256, errand, userId, now: new Date(clock.now()) })
      if (!request) throw stale()
      const { begunAt } = request
      const told = await provider.readAnswer(answer, { secrets, begunAt, isFresh: isFresh(errand) })
      const person = readStatedPerson(told.subject, told.sources)
      if (person.subject.length > maxSubjectLength) throw refuse(`Your name at ${settings.name} is too long.`)
      if (!isAllowed(settings.allow, person, told.sources)) throw failures.toNotAllowed(person.verifiedMail)
      return { request, person }
    },
  }
}

/** OpenID Connect Core section 2. */
const maxSubjectLength = 255

/** Confirming an identity requires a new sign-in. */
const isFresh = (errand: Errand): boolean => errand === 'confirm'

/** The page to which the browser returns reads the purpose, to know where to send the answer. */
function secretsOf(token: string, errand: Errand): RequestSecrets {
  const derive = (purpose: string): string => createHmac('sha256', token).update(purpose).digest('base64url')
  return { state: `${errand}.${derive('state')}`, nonce: derive('nonce'), verifier: derive('verifier') }
}

const errandOf = (state: string | null): Errand | undefined => errands.find((one) => state?.startsWith(`${one}.`))

const stale = () =>
  refuse('This sign-in was started in another browser, was already used, or is older than ten minutes. Start again.')
