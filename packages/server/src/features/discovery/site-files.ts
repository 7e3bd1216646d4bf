import { cardBesideEndpoint, type DescribedMcpServer, mcpPagePath, mcpPath } from './mcp-documents.ts'
import { serviceTitle, wellKnown } from './metadata.ts'
import type { Skill } from './skills/index.ts'

/** The small files crawlers, agents and security researchers look for. */

const aiAgents = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'Google-Extended',
  'PerplexityBot',
  'Perplexity-User',
  'Applebot-Extended',
  'CCBot',
  'meta-externalagent',
  'Amazonbot',
]

// The interface is there to be found and used; nothing on it is a text to train on, and the API has no pages.
const rulesOf = (mcp: DescribedMcpServer | undefined): string[] => [
  'Content-Signal: search=yes, ai-input=yes, ai-train=no',
  'Allow: /',
  'Disallow: /api/',
  'Disallow: /oauth/',
  // The endpoint alone; its card below is for everybody.
  ...(mcp ? [`Disallow: ${mcpPath}$`] : []),
]

/** RFC 9309, with the signals of contentsignals.org in every group. */
export const robotsTxt = (baseUrl: string, mcp: DescribedMcpServer | undefined): string =>
  [
    'User-agent: *',
    ...rulesOf(mcp),
    '',
    ...aiAgents.map((agent) => `User-agent: ${agent}`),
    ...rulesOf(mcp),
    '',
    `Sitemap: ${baseUrl}/sitemap.xml`,
    '',
  ].join('\n')

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const sitemapXml = (baseUrl: string, paths: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `  <url><loc>${escapeXml(`${baseUrl}${path}`)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

/** llms.txt: one heading, a summary, lists of links. */
export const llmsTxt = (
  baseUrl: string,
  skills: readonly Skill[],
  mcp: DescribedMcpServer | undefined,
): string => `# Spindle

> ${serviceTitle}: deliver music releases (singles, EPs, albums), read catalog and analytics, and verify the integration tokens of the properties that play them.

Credentials are handed out by people. An agent reads auth.md and gives its user the address of the contact page.

## Start here

- [auth.md](${baseUrl}/auth.md): how to authenticate, step by step, for agents
- [OpenAPI 3.1](${baseUrl}/openapi.json): every operation, schema and error
- [API reference](${baseUrl}/docs): the same for human readers
${mcp ? `- [Tools for agents](${baseUrl}${mcpPagePath}): the same through the Model Context Protocol, at ${baseUrl}${mcpPath}\n` : ''}- [Contact](${baseUrl}/contact): where a person asks for access

## Skills

${skills.map(({ name, path, description }) => `- [${name}](${baseUrl}${path}): ${description}`).join('\n')}

## Metadata

- [API catalog](${baseUrl}${wellKnown.apiCatalog}): RFC 9727
- [Protected Resource Metadata](${baseUrl}${wellKnown.protectedResource}): RFC 9728
- [Authorization Server Metadata](${baseUrl}${wellKnown.authorizationServer}): RFC 8414 with agent_auth
${mcp ? `- [MCP server card](${baseUrl}${cardBesideEndpoint}): name, version and address of the tools\n` : ''}- [Agent skills](${baseUrl}${wellKnown.skillsIndex}): index with digests
`

const dayMs = 86_400_000
const validDays = 180

/** RFC 9116. `Expires` is half a year ahead; the document is renewed daily. */
export const securityTxt = (baseUrl: string, contactEmail: string | undefined, now: number): string =>
  [
    ...(contactEmail === undefined ? [] : [`Contact: mailto:${contactEmail}`]),
    `Contact: ${baseUrl}/contact`,
    `Expires: ${new Date((Math.floor(now / dayMs) + validDays) * dayMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}${wellKnown.securityTxt}`,
    '',
  ].join('\n')
