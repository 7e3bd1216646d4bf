import { type ApiCatalog, verifyIntegration } from '@spindle/contract'
import { jwtResourcePath } from '../../http/credentials/challenge.ts'
import { cardBesideEndpoint, cardType, type DescribedMcpServer, mcpPagePath, mcpPath } from './mcp-documents.ts'
import { wellKnown } from './metadata.ts'

/** The API catalog: which APIs there are and where each is described (RFC 9727, RFC 9264, RFC 8631). */

export const openApiType = 'application/vnd.oai.openapi+json;version=3.1'
export const linksetType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

export const familyPaths = ['/api/v1/distributor', '/api/v1/music-distributor'] as const
type ApiPath = (typeof familyPaths)[number] | typeof verifyIntegration.path | typeof mcpPath

const titles: Readonly<Record<ApiPath, string>> = {
  '/api/v1/music-distributor': 'Music Distributor API: releases with tracks, their deliveries and analytics',
  '/api/v1/distributor': 'Distributor API: keys, uploads, catalog, analytics, single-asset releases',
  [verifyIntegration.path]: 'Integration verification',
  [mcpPath]: 'Tools for AI agents, over the Model Context Protocol',
}

export function apiCatalog(baseUrl: string, mcp: DescribedMcpServer | undefined): ApiCatalog {
  const apis: readonly ApiPath[] = [verifyIntegration.path, ...familyPaths, ...(mcp ? ([mcpPath] as const) : [])]
  return {
    linkset: [
      {
        anchor: `${baseUrl}${wellKnown.apiCatalog}`,
        item: apis.map((path) => ({ href: `${baseUrl}${path}`, title: titles[path] })),
      },
      ...apis.map((path) => ({
        anchor: `${baseUrl}${path}`,
        'service-desc': [
          path === mcpPath
            ? { href: `${baseUrl}${cardBesideEndpoint}`, type: cardType }
            : { href: `${baseUrl}/openapi.json`, type: openApiType },
        ],
        'service-doc': [
          { href: `${baseUrl}${path === mcpPath ? mcpPagePath : '/docs'}`, type: 'text/html' },
          { href: `${baseUrl}/auth.md`, type: 'text/markdown' },
        ],
        'service-meta': [
          ...metadataOf(path).map((at) => ({ href: `${baseUrl}${at}`, type: 'application/json' })),
          { href: `${baseUrl}${wellKnown.skillsIndex}`, type: 'application/json' },
        ],
        status: [{ href: `${baseUrl}/healthz`, type: 'application/json' }],
      })),
    ],
  }
}

/** Only where a Bearer token of an authorization server, or of a property, is taken. */
const metadataOf = (path: ApiPath): readonly string[] => {
  if (path === verifyIntegration.path) return [wellKnown.protectedResource]
  return path === '/api/v1/distributor' ? [`${wellKnown.protectedResource}${jwtResourcePath}`] : []
}

/** The entry at the root of a family. */
export const familyDocument = (baseUrl: string, path: (typeof familyPaths)[number]) => ({
  resource: `${baseUrl}${path}`,
  name: titles[path].split(':', 1)[0],
  openapi: `${baseUrl}/openapi.json`,
  docs: `${baseUrl}/docs`,
  auth: `${baseUrl}/auth.md`,
})

/** `Link` of the catalog itself, which HEAD must show (RFC 9727 section 2). */
export const catalogLink = (baseUrl: string): string =>
  `<${baseUrl}${wellKnown.apiCatalog}>; rel="api-catalog"; type="application/linkset+json"`

/** `Link` of the home page: the discovery documents under registered relations. */
export const homeLinks = (baseUrl: string, mcp: DescribedMcpServer | undefined): string =>
  [
    `<${baseUrl}${wellKnown.apiCatalog}>; rel="api-catalog"; type="application/linkset+json"`,
    `<${baseUrl}/openapi.json>; rel="service-desc"; type="${openApiType}"`,
    `<${baseUrl}/docs>; rel="service-doc"; type="text/html"`,
    `<${baseUrl}/auth.md>; rel="service-doc"; type="text/markdown"`,
    `<${baseUrl}${wellKnown.protectedResource}>; rel="service-meta"; type="application/json"`,
    ...(mcp ? [`<${baseUrl}${cardBesideEndpoint}>; rel="service-meta"; type="${cardType}"`] : []),
    `<${baseUrl}/llms.txt>; rel="describedby"; type="text/plain"`,
    `<${baseUrl}/healthz>; rel="status"; type="application/json"`,
  ].join(', ')
