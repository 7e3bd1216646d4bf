import { AppError } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../http/context.ts'
import { keepsSecureCookies } from '../../http/credentials/host-cookie.ts'
import { html } from '../../http/pages/html.ts'
import { pageHeaders, pageOf, pageType, rootOf } from '../../http/pages/page.ts'
import { isNotModified } from '../../http/responses/etag.ts'
import type { Asset, BuiltConsole } from './load-assets.ts'

/**
 * The shell of the console answers at every address below `/console`, without a session: it has nothing personal, and
 * its script draws the page the address names. What it shows comes from the session surface.
 */
export function bindConsole(http: Http, open: () => Promise<BuiltConsole>): void {
  const { publicUrl } = http.config
  // Without encryption browsers ignore it, and complain on every page.
  const shell = keepsSecureCookies(publicUrl) ? { ...shellHeaders, ...ownWindow } : shellHeaders
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = (request.url.split('?', 1)[0] ?? '').replace(/^\/console\/?/, '')
    if (isCall(path)) throw new AppError('not_found')
    const built = await open().catch(() => undefined)
    if (!built) return reply.code(503).headers(unavailableHeaders).send(unavailablePage(publicUrl))
    const asset = built.assets.get(path)
    if (asset) return sendAsset(request, reply, asset)
    // A page that was loaded before an upgrade requests chunks that are gone; the shell is not a script.
    if (/^assets\/|\.[a-z]{2,4}$/.test(path)) throw new AppError('not_found')
    return reply.headers(shell).send(built.page.replaceAll('"./', `"${rootOf(publicUrl)}/console/`))
  }
  for (const url of ['/console', '/console/*']) http.fastify.get(url, { config: { name: 'console' } }, answer)
}

/** Requests of pages; everything that is not an operation answers 404. */
const isCall = (path: string): boolean => /^(api|a\/[^/]+\/api)(\/|$)/.test(path)

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const { mediaType, etag, isImmutable } = asset
  const coding = codings.find((name) => asset[name] && accepts(request.headers['accept-encoding'] ?? '', name))
  const ownEtag = coding === undefined ? etag : etag.replace(/"$/, `-${coding}"`)
  reply.headers({
    'content-type': mediaType,
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: ownEtag,
    vary: 'Accept-Encoding',
  })
  if (isNotModified(request.headers['if-none-match'], ownEtag)) return reply.code(304).send()
  if (coding !== undefined) reply.header('content-encoding', coding)
  return reply.send(asset[coding ?? 'plain'])
}

const codings = ['br', 'gzip'] as const

const accepts = (header: string, coding: string): boolean =>
  header.split(',').some((part) => {
    const [name = '', weight = ''] = part.trim().split(/\s*;\s*q=/i)
    return name.toLowerCase() === coding && !/^0(\.0*)?$/.test(weight)
  })

/** Scripts and styles of our own origin alone; no string ever becomes code or markup (Trusted Types). */
const shellHeaders = {
  'content-type': pageType,
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'referrer-policy': 'same-origin',
}

/** No page of others shares a window with the console. */
const ownWindow = { 'cross-origin-opener-policy': 'same-origin' }

const unavailableHeaders = { ...pageHeaders(), 'content-type': pageType, 'cache-control': 'no-store' }

const unavailablePage = (baseUrl: string): string =>
  pageOf({
    baseUrl,
    title: 'The console is not there',
    body: html`<h1>The console is not there</h1>
<p class="lead">The hub works, but its console could not be built. The log of the hub says why.</p>
<p>The operator can run <code>npm ci</code> in the folder of the hub and open this page again.</p>`,
  })
