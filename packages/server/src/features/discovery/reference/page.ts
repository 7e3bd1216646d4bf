import { readFileSync } from 'node:fs'
import { type Html, html } from '../../../http/pages/html.ts'
import { pageOf, rootOf } from '../../../http/pages/page.ts'
import { type DescribedMcpServer, mcpPagePath } from '../mcp-documents.ts'
import { type Endpoint, operationView, type ReferencePlace } from './operation-view.ts'
import { readReference } from './read-reference.ts'
import { schemaView } from './schema-view.ts'

/** `/docs`: the API reference, made from the OpenAPI document when it is first read. Complete without a script. */

export const tryItPath = '/docs/try-it.js'
export const tryItScript = (): Buffer => readFileSync(new URL('try-it.js', import.meta.url))
export const findOperationsPath = '/docs/find-operations.js'
export const findOperationsScript = (): Buffer => readFileSync(new URL('find-operations.js', import.meta.url))

export function referencePage(baseUrl: string, mcp: DescribedMcpServer | undefined): string {
  const { tags, endpoints, schemas } = readReference(baseUrl, mcp !== undefined)
  const errorPage = (code: string): string => `${rootOf(baseUrl)}/docs/errors/${code}`
  const place: ReferencePlace = { baseUrl, errorPage, canTry: true }
  const inTag = (tag: string): Endpoint[] => endpoints.filter(({ operation }) => operation.tags[0] === tag)
  return pageOf({
    baseUrl,
    title: 'API reference',
    description: 'All operations of the hub with their parameters, bodies, responses and errors.',
    script: tryItPath,
    isWide: true,
    body: html`<h1>API reference</h1>
<p class="lead">All paths start with <code>${baseUrl}</code>. The same reference as one document: <a href="${rootOf(baseUrl)}/openapi.json">openapi.json</a> (OpenAPI 3.1).${mcp ? html` For AI agents: <a href="${rootOf(baseUrl)}${mcpPagePath}">tools over MCP</a>.` : ''}</p>
<div class="reference">
<nav class="toc" aria-label="Operations" tabindex="0">${findView}${tags.map(({ name }) => tocView(name, inTag(name)))}<p><a href="#schemas">Schemas</a> <a href="${rootOf(baseUrl)}/docs/errors">Error codes</a></p></nav>
<div>
${introduction(baseUrl)}
${tags.map(
  ({ name, description }) =>
    html`<div class="subject"><h2 id="tag-${name}">${name}</h2><p class="soft">${description}</p>${inTag(name).map((endpoint) => operationView(place, endpoint))}</div>`,
)}
<h2 id="schemas">Schemas</h2>
${Object.entries(schemas).map(([name, schema]) => schemaView(name, schema))}
</div>
</div>`,
  })
}

const tocView = (tag: string, endpoints: readonly Endpoint[]): Html =>
  html`<div class="subject"><strong>${tag}</strong><ul>${endpoints.map(
    ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
  )}</ul></div>`

/** Needs the script of the page, which shows it. */
const findView: Html = html`<form class="find" role="search" hidden><label for="find">Find an operation (press /)</label>
<input id="find" type="search" autocomplete="off" aria-keyshortcuts="/"><output for="find"></output></form>`

const keyExample = (baseUrl: string): string => `curl ${baseUrl}/oauth/token \\
  -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials

# With the access_token from the response. The key is shown only once
curl ${baseUrl}/api/v1/distributor/keys \\
  -H "Authorization: Bearer $ACCESS_TOKEN" -H "Content-Type: application/json" \\
  -d '{ "name": "delivery", "permissions": ["music:read", "music:write"] }'`

const introduction = (baseUrl: string): Html => html`<h2 id="start">Before you start</h2>
<ul>
<li>The distributor APIs require an API key in <code>X-API-Key</code>. Verification requires an integration token and key management a JWT, both in <code>Authorization: Bearer</code>. <a href="${rootOf(baseUrl)}/contact">Request access</a>.</li>
<li>Errors are problem documents (RFC 9457). The member <code>error</code> is a <a href="${rootOf(baseUrl)}/docs/errors">permanent code</a>; <code>errors</code> lists every invalid field with its fix.</li>
<li>Lists return <code>data</code> and <code>page</code>, newest first. Pass <code>page.nextCursor</code> as <code>cursor</code> while <code>page.hasMore</code> is true.</li>
<li>Writes accept an <code>Idempotency-Key</code>. If you get no response, repeat the request with the same key. It takes effect only once.</li>
<li>Unknown members in requests are refused. Ignore unknown members in responses: new versions only add members.</li>
</ul>
<p>To create an API key with a service client (id and secret from the operator):</p>
<pre tabindex="0"><code>${keyExample(baseUrl)}</code></pre>`
