import { type Html, html } from './html.ts'

/** The frame of every page: one stylesheet, no script unless a page names one, nothing from elsewhere. */

export interface PageOptions {
  /** `{base_url}`: pages link to the hub by its configured address only. */
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

export const pageOf = ({ baseUrl, title, description, body, script, isWide }: PageOptions): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${description === undefined ? '' : html`<meta name="description" content="${description}">`}
<link rel="stylesheet" href="${baseUrl}${stylePath}">
${script === undefined ? '' : html`<script type="module" src="${baseUrl}${script}"></script>`}
</head>
<body${isWide ? html` class="wide"` : ''}>
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="brand" href="${baseUrl}/">Spindle</a>
<nav aria-label="Main"><a href="${baseUrl}/docs">API reference</a> <a href="${baseUrl}/auth.md">auth.md</a> <a href="${baseUrl}/contact">Contact</a></nav>
</header>
<main id="main">
${body}
</main>
<footer><a href="${baseUrl}/llms.txt">llms.txt</a> <a href="${baseUrl}/openapi.json">openapi.json</a> <a href="${baseUrl}/.well-known/api-catalog">API catalog</a> <a href="${baseUrl}/.well-known/security.txt">security.txt</a></footer>
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
