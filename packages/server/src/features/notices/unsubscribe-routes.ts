import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../http/context.ts'
import { html } from '../../http/pages/html.ts'
import { pageHeaders, pageOf, pageType, rootOf } from '../../http/pages/page.ts'
import type { ChoiceService } from './choice-service.ts'
import type { UnsubscribeTokens } from './unsubscribe-token.ts'

/**
 * The link in every notice. Programs that check links open it, so that a GET only shows a page with a button. A mail program
 * sends a POST (RFC 8058): without a cookie, without a session, from anywhere.
 */

export const unsubscribePath = '/notices/unsubscribe'
const path = `${unsubscribePath}/{token}`
const formType = 'application/x-www-form-urlencoded'
const maxFormBytes = 64 * 1024

export interface UnsubscribeRoutes {
  readonly baseUrl: string
  readonly tokens: UnsubscribeTokens
  readonly choices: Pick<ChoiceService, 'unsubscribe'>
}

type TokenRequest = FastifyRequest<{ Params: { readonly token: string } }>

export function bindUnsubscribe(http: Http, { baseUrl, tokens, choices }: UnsubscribeRoutes): void {
  const url = path.replace('{token}', ':token')
  const answer = (reply: FastifyReply, status: number, page: string): FastifyReply =>
    reply
      .code(status)
      .headers({ ...pageHeaders(), 'content-type': pageType, 'cache-control': 'no-store' })
      .send(page)
  const refuse = (reply: FastifyReply): FastifyReply => answer(reply, 404, unknownPage(baseUrl))
  http.table.add('GET', path, 'public')
  http.table.add('POST', path, 'public')
  // A separate scope, because no operation takes this media type.
  void http.fastify.register((scope, _options, done) => {
    scope.addContentTypeParser([formType, 'multipart/form-data'], (_request, payload, next) => {
      // What it says does not matter: the address has the token.
      payload
        .resume()
        .on('end', () => next(null, undefined))
        .on('error', next)
    })
    scope.route({
      method: 'GET',
      url,
      config: { name: 'unsubscribe' },
      handler: (request: TokenRequest, reply) => {
        const { token } = request.params
        return tokens.read(token) ? answer(reply, 200, questionPage(baseUrl, token)) : refuse(reply)
      },
    })
    scope.route({
      method: 'POST',
      url,
      bodyLimit: maxFormBytes,
      config: { name: 'unsubscribe' },
      handler: async (request: TokenRequest, reply) => {
        const subject = tokens.read(request.params.token)
        if (!subject) return refuse(reply)
        await choices.unsubscribe(subject)
        return answer(reply, 200, donePage(baseUrl))
      },
    })
    done()
  })
}

const questionPage = (baseUrl: string, token: string): string =>
  pageOf({
    baseUrl,
    title: 'Unsubscribe',
    body: html`<h1>Unsubscribe</h1>
<p>The hub will send you no more notices of this kind. You can choose again in the console, on the page You.</p>
<form method="post" action="${rootOf(baseUrl)}${unsubscribePath}/${token}">
<button type="submit">Unsubscribe</button>
</form>`,
  })

const donePage = (baseUrl: string): string =>
  pageOf({
    baseUrl,
    title: 'Unsubscribed',
    body: html`<h1>Unsubscribed</h1>
<p>The hub sends you no more notices of this kind. Links to sign in still reach you.</p>`,
  })

const unknownPage = (baseUrl: string): string =>
  pageOf({
    baseUrl,
    title: 'Unknown link',
    body: html`<h1>Unknown link</h1>
<p>This link is incomplete, or another hub made it. Copy the whole link from the message.</p>`,
  })
