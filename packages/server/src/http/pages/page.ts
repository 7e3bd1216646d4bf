import { type Html, html } from './html.ts'

/** The frame of every page: one stylesheet, no script unless a page names one, nothing from elsewhere. */

export interface PageOptions {
  /** `{base_url}`. */
  readonly baseUrl: string
  readonly title: string
  readonly description?: string
  readonly body: Html
  /** Address of a script of our own. */
  readonly script?: string
  /** A wide page has room for columns. */
  readonly isWide?: boolean
}

export const pageType = 'text/html; charset=utf-8'
export const stylePath = '/style.css'

/**
 * What addresses on our pages begin with. They name no host, so that a page also works where the hub is reached by
 * another name, whose origin the Content-Security-Policy means by 'self'.
 */
export const rootOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')

export const pageOf = ({ baseUrl, title, description, body, script, isWide }: PageOptions): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${description === undefined ? '' : html`<meta name="description" content="${description}">`}
<link rel="stylesheet" href="${rootOf(baseUrl)}${stylePath}">
${script === undefined ? '' : html`<script type="module" src="${rootOf(baseUrl)}${script}"></script>`}
</head>
<body${isWide ? html` class="wide"` : ''}>
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="brand" href="${rootOf(baseUrl)}/">Spindle</a>
<nav aria-label="Main"><a href="${rootOf(baseUrl)}/docs">API reference</a> <a href="${rootOf(baseUrl)}/auth.md">auth.md</a> <a href="${rootOf(baseUrl)}/contact">Contact</a></nav>
</header>
<main id="main">
${body}
</main>
<footer><a href="${rootOf(baseUrl)}/llms.txt">llms.txt</a> <a href="${rootOf(baseUrl)}/openapi.json">openapi.json</a> <a href="${rootOf(baseUrl)}/.well-known/api-catalog">API catalog</a> <a href="${rootOf(baseUrl)}/.well-known/security.txt">security.txt</a></footer>
</body>
</html>
`.text

/** The Content-Security-Policy of pages: our own stylesheet and forms; a script, and calls to the hub, only where named. */
export const pageHeaders = ({ hasScript = false }: { readonly hasScript?: boolean } = {}): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(hasScript ? ["script-src 'self'", "connect-src 'self'"] : []),
  ].join('; '),
  // Forms of ours must name their origin, which no-referrer would turn into "null".
  'referrer-policy': 'same-origin',
})
