import { type ErrorCode, type ErrorEntry, errorHelp, errors } from '@spindle/contract'
import { type Html, html } from '../../../http/pages/html.ts'
import { pageOf, rootOf } from '../../../http/pages/page.ts'

/** The help page of an error code: the `type` of its problem documents points here. */

export const errorCodes = Object.keys(errors).sort() as ErrorCode[]
export const errorPath = (code: ErrorCode): string => `/docs/errors/${code}`

const whoActs: Readonly<Record<ErrorEntry['act'], string>> = {
  client: 'You or the program that sent the request.',
  operator: 'The hub operator. You can only try again.',
  nobody: 'No one.',
}

interface Fact {
  readonly name: string
  readonly value: string
}

const factsOf = (code: ErrorCode): Fact[] => {
  const entry: ErrorEntry = errors[code]
  return [
    { name: 'HTTP status', value: String(entry.status) },
    { name: 'What it means', value: errorHelp[code].meaning },
    { name: 'Who must act', value: whoActs[entry.act] },
    { name: 'What to do', value: errorHelp[code].action },
    {
      name: 'Can the same request succeed later',
      value: entry.retryable
        ? 'Yes. The same request may succeed later.'
        : 'No. Correct the request or the cause first.',
    },
  ]
}

/** Texts of the catalogue mark code with backticks. */
const withCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`

export const errorPage = (baseUrl: string, code: ErrorCode): string =>
  pageOf({
    baseUrl,
    title: `${code}: ${errors[code].title}`,
    description: errorHelp[code].meaning,
    body: html`<h1><code>${code}</code></h1>
<p class="lead">${errors[code].title}.</p>
<dl>
${factsOf(code).map(({ name, value }) => html`<dt><strong>${name}</strong></dt><dd>${withCode(value)}</dd>`)}
</dl>
<p><a href="${rootOf(baseUrl)}/auth.md">How to get and use a credential</a> · <a href="${rootOf(baseUrl)}/docs/errors">All error codes</a></p>`,
  })

/** Without a hub around it (in the documentation of the repository) it links nowhere. */
export const errorMarkdown = (code: ErrorCode, baseUrl?: string): string => `# ${code}

${errors[code].title}.

${factsOf(code)
  .map(({ name, value }) => `- **${name}**: ${value}`)
  .join('\n')}
${baseUrl === undefined ? '' : `\n[How to get and use a credential](${baseUrl}/auth.md) · [All error codes](${baseUrl}/docs/errors)\n`}`

export const errorIndexPage = (baseUrl: string): string =>
  pageOf({
    baseUrl,
    title: 'Error codes',
    description: 'All error codes of the hub, with their meaning and what to do.',
    body: html`<h1>Error codes</h1>
<p class="lead">Errors are problem documents (RFC 9457). The member <code>error</code> holds one of these codes; they never change. <a href="${rootOf(baseUrl)}/auth.md">auth.md</a> says how to get and use a credential.</p>
<table>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${errorCodes.map(
  (code) =>
    html`<tr><td><a href="${rootOf(baseUrl)}${errorPath(code)}"><code>${code}</code></a></td><td>${errors[code].status}</td><td>${errors[code].title}</td></tr>`,
)}
</tbody>
</table>`,
  })
