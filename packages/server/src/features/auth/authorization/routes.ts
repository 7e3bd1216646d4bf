import { AppError } from '@spindle/contract'
import { allowAuthorization, getAuthorizationRequest, refuseAuthorization } from '@spindle/contract/console'
import type { FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Http } from '../../../http/context.ts'
import { type HostCookie, hostCookie } from '../../../http/credentials/host-cookie.ts'
import { html } from '../../../http/pages/html.ts'
import { pageOf } from '../../../http/pages/page.ts'
import { route } from '../../../http/routing/route.ts'
import { requestLifeSeconds } from './authorization-limits.ts'
import type { Consent } from './consent.ts'

/**
 * The person's side of an authorization request. A cookie binds it to the browser in which it began: an attacker who
 * sends a person else the address of the page must not get the code that this person allows.
 */

const cookieOf = (publicUrl: string, uid: string): HostCookie => hostCookie(publicUrl, `spindle-authorize-${uid}`)

/** The page of the console for a request, with the cookie that lets this browser answer it. */
export const pageOfRequest =
  (publicUrl: string) =>
  ({ res }: Pick<KoaContextWithOIDC, 'res'>, uid: string): string => {
    res.appendHeader('set-cookie', cookieOf(publicUrl, uid).set('1', requestLifeSeconds))
    return `${publicUrl}/console/authorize/${uid}`
  }

/**
 * Shown where the answer cannot be sent to the program, because it is not known or gave an address that is not its own.
 */
export const errorPage =
  (publicUrl: string, { hasTools }: { readonly hasTools: boolean }) =>
  (error: string, description: string | undefined): string =>
    pageOf({
      baseUrl: publicUrl,
      title: 'This request is not valid',
      body: html`<h1>This request is not valid</h1>
<p class="lead">A program requested access to your account, but its request is not valid or has expired. It did not get access.</p>
${hasTools && error === 'invalid_client' ? wayOfPrograms(publicUrl) : undefined}
<p>Start again in the program. If it happens again, send this to the maker of the program:</p>
<p><code>${error}</code> ${description}</p>`,
    })

/** What helps with a program that the hub does not know: there is no dynamic registration. */
const wayOfPrograms = (publicUrl: string) =>
  html`<p>This hub does not know the program, and programs cannot register themselves. If the program runs on your computer, open <a href="${publicUrl}/console">the console</a>, then Settings, then Connected applications. Choose “Connect a program” and enter the client id that you get there in the program.</p>`

export function bindConsent(http: Http, consent: Consent): void {
  const { publicUrl } = http.config
  const requireOwnRequest = (uid: string, cookies: string | undefined): void => {
    if (cookieOf(publicUrl, uid).read(cookies) === undefined) throw new AppError('authorization_request_not_found')
  }
  route(http, getAuthorizationRequest, async ({ params: { uid }, principal, cookies }) => {
    requireOwnRequest(uid, cookies)
    return { body: await consent.describe(uid, principal) }
  })
  route(http, allowAuthorization, async ({ params: { uid }, principal, cookies, body }) => {
    requireOwnRequest(uid, cookies)
    return { body: { returnTo: await consent.allow(uid, principal, body) } }
  })
  route(http, refuseAuthorization, async ({ params: { uid }, cookies }) => {
    requireOwnRequest(uid, cookies)
    return { body: { returnTo: await consent.refuse(uid) } }
  })
}

/** The library believes what a proxy says of host and scheme; here it is the public URL that says it. */
export function speakAsPublicUrl({ raw }: Pick<FastifyRequest, 'raw'>, publicUrl: string): void {
  const { host, protocol, pathname } = new URL(publicUrl)
  raw.headers['x-forwarded-host'] = host
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  Object.assign(raw, { baseUrl: pathname.replace(/\/$/, '') })
}
