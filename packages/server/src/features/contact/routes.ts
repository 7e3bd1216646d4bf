import { AppError, errors } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../http/context.ts'
import { rateLimitFields, toNetwork } from '../../http/limits/rate-limit.ts'
import { pageHeaders, pageType, rootOf } from '../../http/pages/page.ts'
import { preferredType } from '../../http/requests/accept.ts'
import { bindDocuments, documentOf } from '../../http/responses/documents.ts'
import { emptyValues, parseContactForm } from './contact-form.ts'
import { type ContactPageOptions, contactMarkdown, contactPage, type FormState, thanksPage } from './contact-page.ts'
import type { ContactService } from './service.ts'

const path = '/contact'
const formType = 'application/x-www-form-urlencoded'
const maxFormBytes = 64 * 1024

export function bindContact(http: Http, service: ContactService, options: ContactPageOptions): void {
  const { baseUrl } = options
  bindDocuments(http, [
    {
      path,
      representations: [
        {
          mediaType: pageType,
          render: () => contactPage(options, { values: emptyValues, problems: {} }),
          headers: pageHeaders(),
        },
        { mediaType: 'text/markdown; charset=utf-8', render: () => contactMarkdown(options) },
      ],
      onlyAccepted: `A person must open ${baseUrl}${path} in a browser. The page is available as text/html and text/markdown.`,
    },
    documentOf(`${path}/thanks`, pageType, () => thanksPage(baseUrl), { headers: pageHeaders() }),
  ])
  http.table.add('POST', path, 'public')
  // A separate scope, because nothing else takes this media type.
  void http.fastify.register((scope, _options, done) => {
    scope.addContentTypeParser(formType, { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => body)
    scope.route({
      method: 'POST',
      url: path,
      bodyLimit: maxFormBytes,
      config: { name: 'contact' },
      onRequest: async (request) => requirePerson(request, baseUrl),
      handler: (request, reply) => receive({ http, service, options, request, reply }),
    })
    done()
  })
}

/** Before the body is read: only a browser, from our own page, may send the form. */
function requirePerson({ headers }: FastifyRequest, baseUrl: string): void {
  const refuse = (detail: string): never => {
    throw new AppError('contact_form_only', { detail: `${detail} A person must open ${baseUrl}${path} in a browser.` })
  }
  if (headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== formType)
    refuse('This address accepts only the contact form.')
  if (preferredType(headers.accept, ['text/html', 'text/markdown', 'application/json']) !== 'text/html')
    refuse('The contact form returns an HTML page. Accept text/html.')
  if (!isFromOwnPage(headers, baseUrl)) refuse('The contact form was sent from another website.')
}

/** Browsers say where a form comes from; a client that says nothing is none, and has no page to be tricked by. */
function isFromOwnPage(headers: FastifyRequest['headers'], baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return headers.origin === undefined || headers.origin === new URL(baseUrl).origin
}

interface ContactRequest {
  readonly http: Http
  readonly service: ContactService
  readonly options: ContactPageOptions
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function receive({ http, service, options, request, reply }: ContactRequest): Promise<FastifyReply> {
  const { values, problems, isHoneypotFilled } = parseContactForm(request.body as string)
  const answer = (state: FormState, status: number): FastifyReply =>
    reply
      .code(status)
      .headers({ ...pageHeaders(), 'content-type': pageType })
      .send(contactPage(options, state))

  if (Object.keys(problems).length > 0) {
    const notice = 'Some fields are missing or not valid. Check the marked fields.'
    return answer({ values, problems, notice }, errors.validation_failed.status)
  }
  const waitSeconds = consumeLimits(http, request, reply)
  if (waitSeconds !== undefined) {
    const notice = `Too many messages were sent from your network. Try again in ${waitSeconds} seconds.`
    reply.header('retry-after', String(waitSeconds))
    return answer({ values, problems: {}, notice }, errors.rate_limited.status)
  }
  // A program that filled in the hidden field is thanked like everybody, and learns nothing.
  if (!isHoneypotFilled) await service.receive(values)
  return reply.redirect(`${rootOf(options.baseUrl)}${path}/thanks`, 303)
}

const perNetwork = { policy: 'contact', limit: 5 }

/** The seconds to wait when there were too many messages. */
function consumeLimits(
  { config, rateLimiter }: Http,
  request: FastifyRequest,
  reply: FastifyReply,
): number | undefined {
  if (!config.rateLimits) return undefined
  const own = rateLimiter.consume(toNetwork(request.ip), perNetwork)
  reply.headers(rateLimitFields(perNetwork, own))
  return own.isAllowed ? undefined : own.resetSeconds
}
