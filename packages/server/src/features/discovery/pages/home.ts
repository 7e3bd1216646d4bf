import { html } from '../../../http/pages/html.ts'
import { pageOf, rootOf } from '../../../http/pages/page.ts'
import { type DescribedMcpServer, mcpPagePath } from '../mcp-documents.ts'
import { serviceTitle } from '../metadata.ts'

/** The front page, for people and, in Markdown, for programs. */

const summary =
  'An open music delivery hub. Deliver singles, EPs and albums, check them, and see where they are live and how often they are played.'

interface Entry {
  readonly path: string
  readonly name: string
  readonly text: string
}

const entriesOf = (mcp: DescribedMcpServer | undefined): readonly Entry[] => [
  { path: '/console', name: 'Console', text: 'Sign in to deliver music, follow releases and see numbers.' },
  { path: '/docs', name: 'API reference', text: 'Every operation with examples, and a form to try it.' },
  { path: '/contact', name: 'Request access', text: 'Request an account or a token from the operator.' },
  { path: '/auth.md', name: 'auth.md', text: 'For agents: how to authenticate, step by step.' },
  ...(mcp
    ? [
        {
          path: mcpPagePath,
          name: 'Tools for agents',
          text: 'How to connect an AI agent with MCP, and what it can do.',
        },
      ]
    : []),
  { path: '/openapi.json', name: 'OpenAPI 3.1', text: 'For tools: the whole API as one document.' },
  { path: '/.well-known/api-catalog', name: 'API catalog', text: 'For machines: a list of the APIs.' },
  { path: '/llms.txt', name: 'llms.txt', text: 'For language models: a map of this site.' },
]

const verifyExample = (baseUrl: string): string =>
  `curl ${baseUrl}/api/integration/verify \\\n  -H "Authorization: Bearer $INTEGRATION_TOKEN"`

const deliverExample = (baseUrl: string): string => `# The audio: its id is the uploadId of the track
curl ${baseUrl}/api/v1/distributor/uploads \\
  -H "X-API-Key: $API_KEY" -H "Content-Type: audio/flac" \\
  --data-binary @first-light.flac

# The release, as a draft: its findings list what is missing
curl ${baseUrl}/api/v1/music-distributor/releases \\
  -H "X-API-Key: $API_KEY" -H "Content-Type: application/json" \\
  -d '{
    "title": "First Light",
    "type": "single",
    "tracks": [{ "title": "First Light", "uploadId": "<upload_id>" }]
  }'`

export const homePage = (baseUrl: string, mcp: DescribedMcpServer | undefined): string =>
  pageOf({
    baseUrl,
    title: `Spindle: ${serviceTitle}`,
    description: summary,
    body: html`<h1>Deliver music. Know where it went.</h1>
<p class="lead">${summary}</p>
<ul class="cards">
${entriesOf(mcp).map(({ path, name, text }) => html`<li><a href="${rootOf(baseUrl)}${path}">${name}</a><p>${text}</p></li>`)}
</ul>
<h2>Deliver a release</h2>
<pre tabindex="0"><code>${deliverExample(baseUrl)}</code></pre>
<h2>Verify an integration token</h2>
<pre tabindex="0"><code>${verifyExample(baseUrl)}</code></pre>`,
  })

export const homeMarkdown = (
  baseUrl: string,
  mcp: DescribedMcpServer | undefined,
): string => `# Spindle: ${serviceTitle}

${summary}

${entriesOf(mcp)
  .map(({ path, name, text }) => `- [${name}](${baseUrl}${path}): ${text}`)
  .join('\n')}

## Deliver a release

\`\`\`sh
${deliverExample(baseUrl)}
\`\`\`

## Verify an integration token

\`\`\`sh
${verifyExample(baseUrl)}
\`\`\`
`
