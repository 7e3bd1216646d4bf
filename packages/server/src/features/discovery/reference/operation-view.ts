import { type Html, html } from '../../../http/pages/html.ts'
import { rootOf } from '../../../http/pages/page.ts'
import { type JsonSchema, typeView } from './schema-view.ts'

/** One operation of the OpenAPI document as a section of the page, with a form to try it. */

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description?: string
  readonly required?: boolean
  readonly schema: JsonSchema
}

export interface Content {
  readonly schema: JsonSchema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, ExampleObject>>
}

export interface ExampleObject {
  readonly $ref?: string
  readonly value?: unknown
}

export interface ResponseObject {
  readonly $ref?: string
  readonly description: string
  readonly content?: Readonly<Record<string, Content>>
}

export interface OperationObject {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly deprecated?: boolean
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, ResponseObject>>
}

export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

/** Where a reference is: the hub has it on one page with forms, the documentation site on a page for each subject. */
export interface ReferencePlace {
  /** `{base_url}` in examples and forms. */
  readonly baseUrl: string
  /** The address of the page of an error code. */
  readonly errorPage: (code: string) => string
  /** Whether the page has the script that sends requests. */
  readonly canTry: boolean
}

/** Texts of the document mark code with backticks and separate paragraphs by an empty line. */
const prose = (text: string): Html => html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`
const inline = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

export function operationView(place: ReferencePlace, endpoint: Endpoint): Html {
  const { method, path, operation } = endpoint
  const { baseUrl, canTry } = place
  const { operationId, summary, description, deprecated, parameters = [] } = operation
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title">${summary}${deprecated ? html` <span class="tag">deprecated</span>` : ''}</h3>
<p class="endpoint"><span class="method">${method}</span> <span>${path}</span></p>
${prose(description)}
${parameters.length > 0 ? parametersView(parameters) : ''}
${requestView(operation)}
${responsesView(place, operation)}
<details><summary>Example with curl</summary><pre tabindex="0"><code>${curl(baseUrl, endpoint)}</code></pre></details>
${canTry ? tryView(baseUrl, endpoint) : ''}
</section>`
}

const parametersView = (parameters: readonly Parameter[]): Html => html`<details><summary>Parameters</summary>
<table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>
${parameters.map(
  ({ name, in: place, schema, description, required }) =>
    html`<tr><td><code>${name}</code>${required ? html` <span class="tag">required</span>` : ''}</td><td>${place}</td><td>${typeView(schema)}</td><td>${description}</td></tr>`,
)}
</tbody></table></details>`

function requestView({ requestBody }: OperationObject): Html {
  if (!requestBody) return html``
  const [[mediaType, content] = [], ...others] = Object.entries(requestBody.content)
  if (mediaType === undefined || content === undefined) return html``
  const also = others.length > 0 ? `, or ${others.map(([other]) => other).join(', ')}` : ''
  return html`<p>Body: ${typeView(content.schema)} as <code>${mediaType}</code>${also}</p>
${content.example === undefined ? '' : html`<pre tabindex="0"><code>${pretty(content.example)}</code></pre>`}`
}

const responsesView = (place: ReferencePlace, { responses }: OperationObject): Html => html`<table class="answers">
<thead><tr><th scope="col">Status</th><th scope="col">Answer</th></tr></thead><tbody>
${Object.entries(responses).map(
  ([status, { description, content = {} }]) =>
    html`<tr><td>${status}</td><td>${answerView(place, description, content)}</td></tr>`,
)}
</tbody></table>`

function answerView(
  { errorPage }: ReferencePlace,
  description: string,
  content: Readonly<Record<string, Content>>,
): Html {
  const problem = content['application/problem+json']
  if (problem?.examples) {
    const codes = Object.keys(problem.examples)
    return html`${codes.map((code) => html`<a href="${errorPage(code)}"><code>${code}</code></a> `)}`
  }
  const json = content['application/json']
  const others = Object.keys(content).filter((mediaType) => mediaType !== 'application/json')
  return html`${description}${json ? html`: ${typeView(json.schema)}` : ''}${others.length > 0 ? ` (${others.join(', ')})` : ''}${
    json?.example === undefined
      ? ''
      : html`<details><summary>Example</summary><pre tabindex="0"><code>${pretty(json.example)}</code></pre></details>`
  }`
}

const credentialOf = ({ security = [] }: OperationObject): string | undefined => Object.keys(security[0] ?? {})[0]

const credentialHeaders: Readonly<Record<string, string>> = {
  apiKey: 'X-API-Key: $API_KEY',
  jwt: 'Authorization: Bearer $JWT',
  integrationToken: 'Authorization: Bearer $INTEGRATION_TOKEN',
}

function curl(baseUrl: string, { method, path, operation }: Endpoint): string {
  const credential = credentialHeaders[credentialOf(operation) ?? '']
  const [mediaType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const body = content?.example === undefined ? '--data-binary @file' : `-d '${JSON.stringify(content.example)}'`
  return [
    `curl ${method === 'GET' ? '' : method === 'HEAD' ? '-I ' : `-X ${method} `}"${baseUrl}${path}"`,
    ...(credential === undefined ? [] : [`-H "${credential}"`]),
    ...(mediaType === undefined ? [] : [`-H "Content-Type: ${mediaType.replace('audio/*', 'audio/flac')}"`, body]),
  ].join(' \\\n  ')
}

const inputOf = (operationId: string, { name, in: place, required, schema }: Parameter): Html => {
  const id = `${operationId}-${place}-${name}`
  const values = schema.enum?.map((value) => html`<option>${String(value)}</option>`)
  return html`<label for="${id}">${name}</label>
${
  values
    ? html`<select id="${id}" name="${name}" data-in="${place}"><option value=""></option>${values}</select>`
    : html`<input id="${id}" name="${name}" data-in="${place}" autocomplete="off"${required ? html` required` : ''}>`
}`
}

const credentialLabels: Readonly<Record<string, string>> = {
  apiKey: 'API key',
  jwt: 'JWT',
  integrationToken: 'Integration token',
}

/** The form needs the script of the page, which shows and sends it. */
function tryView(baseUrl: string, { method, path, operation }: Endpoint): Html {
  const { operationId, parameters = [], requestBody } = operation
  const credential = credentialOf(operation)
  const label = credentialLabels[credential ?? '']
  const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const isText = content?.example !== undefined
  return html`<details class="try" hidden><summary>Try it</summary>
<form data-method="${method}" data-path="${rootOf(baseUrl)}${path}" data-credential="${credential ?? ''}" data-media-type="${mediaType ?? ''}">
${label === undefined ? '' : html`<label for="${operationId}-credential">${label}</label><input id="${operationId}-credential" name="credential" type="password" autocomplete="off"><p class="hint">Stored only in this page until you leave it.</p>`}
${parameters.map((parameter) => inputOf(operationId, parameter))}
${mediaType === undefined ? '' : bodyInput(operationId, isText ? pretty(content?.example) : undefined)}
<button>Send</button>
<div class="result" role="status"></div>
</form></details>`
}

const bodyInput = (operationId: string, text: string | undefined): Html =>
  text === undefined
    ? html`<label for="${operationId}-file">File</label><input id="${operationId}-file" name="file" type="file">`
    : html`<label for="${operationId}-body">Body</label><textarea id="${operationId}-body" name="body" spellcheck="false">${text}</textarea>`
