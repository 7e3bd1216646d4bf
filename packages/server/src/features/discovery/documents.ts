import { readFileSync } from 'node:fs'
import { registrationRefusalMessage } from '@spindle/contract'
import { openApiDocument } from '@spindle/contract/openapi'
import { pageHeaders, pageType, stylePath } from '../../http/pages/page.ts'
import { type Document, documentOf } from '../../http/responses/documents.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  apiCatalog,
  catalogLink,
  familyDocument,
  familyPaths,
  homeLinks,
  linksetType,
  openApiType,
} from './api-catalog.ts'
import { type AuthMdOptions, authMd } from './auth-md.ts'
import { type DescribedMcpServer, mcpDocuments, mcpPagePath } from './mcp-documents.ts'
import {
  authorizationServerMetadata,
  protectedResource,
  protectedResourceAddresses,
  wellKnown,
  wellKnownAddresses,
} from './metadata.ts'
import { errorCodes, errorIndexPage, errorMarkdown, errorPage, errorPath } from './pages/error-page.ts'
import { homeMarkdown, homePage } from './pages/home.ts'
import { mcpMarkdown, mcpPage } from './pages/mcp-page.ts'
import { findOperationsPath, findOperationsScript, referencePage, tryItPath, tryItScript } from './reference/page.ts'
import { llmsTxt, robotsTxt, securityTxt, sitemapXml } from './site-files.ts'
import { readSkills, type Skill, skillDocuments } from './skills/index.ts'

/** The list of everything that is published; a new document is one more entry here. */

export interface DocumentsOptions extends Omit<AuthMdOptions, 'refusalMessage'> {
  readonly clock: Clock
  readonly contactEmail: string | undefined
}

const markdown = 'text/markdown; charset=utf-8'
const json = 'application/json'
const daySeconds = 86_400

export function discoveryDocuments(options: DocumentsOptions): Document[] {
  const { baseUrl, mcp } = options
  const skills = readSkills(baseUrl, { hasMcp: mcp !== undefined })
  return [
    ...metadataDocuments(options),
    ...skillDocuments(baseUrl, skills),
    ...(mcp ? mcpDocuments(baseUrl, mcp) : []),
    ...pageDocuments(options),
    ...referenceDocuments(options),
    ...siteDocuments(options, skills),
  ]
}

function metadataDocuments(options: DocumentsOptions): Document[] {
  const { baseUrl, mcp } = options
  return [
    ...protectedResourceAddresses(options).map(({ at, path }) =>
      documentOf(at, json, () => JSON.stringify(protectedResource(options, path))),
    ),
    ...wellKnownAddresses(baseUrl, 'authorizationServer').map((at) =>
      documentOf(at, json, () => JSON.stringify(authorizationServerMetadata(options))),
    ),
    documentOf('/auth.md', markdown, () => authMd({ ...options, refusalMessage: registrationRefusalMessage })),
    documentOf(wellKnown.apiCatalog, linksetType, () => JSON.stringify(apiCatalog(baseUrl, mcp)), {
      headers: { link: catalogLink(baseUrl) },
    }),
    // The catalog names the roots of the families, so something must be there.
    ...familyPaths.map((path) =>
      documentOf(path, json, () => JSON.stringify(familyDocument(baseUrl, path)), {
        headers: { link: homeLinks(baseUrl, mcp) },
      }),
    ),
  ]
}

function pageDocuments({ baseUrl, mcp }: DocumentsOptions): Document[] {
  const style = readFileSync(new URL('../../http/pages/style.css', import.meta.url))
  return [
    {
      path: '/',
      representations: [
        { mediaType: pageType, render: () => homePage(baseUrl, mcp), headers: pageHeaders() },
        { mediaType: markdown, render: () => homeMarkdown(baseUrl, mcp) },
      ],
      headers: { link: homeLinks(baseUrl, mcp) },
    },
    ...(mcp ? [mcpPageDocument(baseUrl, mcp)] : []),
    documentOf(stylePath, 'text/css; charset=utf-8', () => style, { maxAgeSeconds: 3600 }),
    documentOf('/docs/errors', pageType, () => errorIndexPage(baseUrl), { headers: pageHeaders() }),
    ...errorCodes.map(
      (code): Document => ({
        path: errorPath(code),
        representations: [
          { mediaType: pageType, render: () => errorPage(baseUrl, code), headers: pageHeaders() },
          { mediaType: markdown, render: () => errorMarkdown(code, baseUrl) },
        ],
      }),
    ),
  ]
}

const mcpPageDocument = (baseUrl: string, { describe }: DescribedMcpServer): Document => ({
  path: mcpPagePath,
  representations: [
    { mediaType: pageType, render: async () => mcpPage(baseUrl, await describe()), headers: pageHeaders() },
    { mediaType: markdown, render: async () => mcpMarkdown(baseUrl, await describe()) },
  ],
})

function referenceDocuments({ baseUrl, mcp }: DocumentsOptions): Document[] {
  const openApi = () => JSON.stringify(openApiDocument(baseUrl, { hasMcp: mcp !== undefined }))
  return [
    {
      path: '/openapi.json',
      representations: [
        { mediaType: openApiType, render: openApi },
        { mediaType: json, render: openApi },
      ],
    },
    documentOf('/docs', pageType, () => referencePage(baseUrl, mcp), { headers: pageHeaders({ hasScript: true }) }),
    documentOf(tryItPath, 'text/javascript; charset=utf-8', tryItScript, { maxAgeSeconds: 3600 }),
    documentOf(findOperationsPath, 'text/javascript; charset=utf-8', findOperationsScript, { maxAgeSeconds: 3600 }),
  ]
}

function siteDocuments(options: DocumentsOptions, skills: readonly Skill[]): Document[] {
  const { baseUrl, contactEmail, clock, mcp } = options
  const pages = [
    '/',
    '/docs',
    ...(mcp ? [mcpPagePath] : []),
    '/docs/errors',
    '/contact',
    '/auth.md',
    '/llms.txt',
    ...errorCodes.map(errorPath),
  ]
  return [
    documentOf('/robots.txt', 'text/plain; charset=utf-8', () => robotsTxt(baseUrl, mcp)),
    documentOf('/sitemap.xml', 'application/xml', () => sitemapXml(baseUrl, pages)),
    documentOf('/llms.txt', 'text/plain; charset=utf-8', () => llmsTxt(baseUrl, skills, mcp)),
    documentOf(
      wellKnown.securityTxt,
      'text/plain; charset=utf-8',
      () => securityTxt(baseUrl, contactEmail, clock.now()),
      { renewSeconds: daySeconds },
    ),
  ]
}
