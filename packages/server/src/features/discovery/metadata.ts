import {
  type AuthorizationServerMetadata,
  type ProtectedResourceMetadata,
  permissions,
  registerAgent,
  type Scope,
  scopes,
  verifyIntegration,
} from '@spindle/contract'
import type { AuthorizationServer } from '../auth/index.ts'
import { type DescribedMcpServer, mcpPagePath, mcpPath } from './mcp-documents.ts'

/**
 * Protected Resource and Authorization Server Metadata: authoritative over any prose (interface.md 5.8), so they state
 * only what works. Registration and revocation have no endpoint, hence no member.
 */

export interface MetadataOptions {
  /** `{base_url}`, without a trailing slash. */
  readonly baseUrl: string
  /** Absent where an outside issuer makes the tokens. */
  readonly authorizationServer: AuthorizationServer | undefined
  readonly outsideIssuer: string | undefined
  /** Absent where the operator has switched it off; then no document names it. */
  readonly mcp: DescribedMcpServer | undefined
}

export const wellKnown = {
  protectedResource: '/.well-known/oauth-protected-resource',
  authorizationServer: '/.well-known/oauth-authorization-server',
  apiCatalog: '/.well-known/api-catalog',
  skillsIndex: '/.well-known/agent-skills/index.json',
  securityTxt: '/.well-known/security.txt',
} as const

const familyPaths = ['/api/v1/distributor', '/api/v1/music-distributor'] as const
type ResourcePath = '' | typeof verifyIntegration.path | (typeof familyPaths)[number] | typeof mcpPath

/** The resources that have metadata of their own; the empty path is the hub as a whole. */
export const resourcePathsOf = ({ mcp }: Pick<MetadataOptions, 'mcp'>): readonly ResourcePath[] => [
  '',
  verifyIntegration.path,
  ...familyPaths,
  ...(mcp ? ([mcpPath] as const) : []),
]

const resourceScopes: Readonly<Record<ResourcePath, readonly [Scope, ...Scope[]]>> = {
  '': [...scopes] as [Scope, ...Scope[]],
  [mcpPath]: [...permissions] as [Scope, ...Scope[]],
  [verifyIntegration.path]: ['integration:verify'],
  '/api/v1/distributor': ['music:read', 'music:write', 'catalog:read', 'analytics:read', 'keys:write'],
  '/api/v1/music-distributor': ['music:read', 'music:write', 'analytics:read'],
}

export const serviceTitle = 'Distributor and Integration Verification Service'

const resourceNames: Readonly<Record<ResourcePath, string>> = {
  '': serviceTitle,
  [mcpPath]: 'Tools for agents (MCP)',
  [verifyIntegration.path]: 'Integration verification',
  '/api/v1/distributor': 'Distributor API',
  '/api/v1/music-distributor': 'Music Distributor API',
}

export const protectedResource = (options: MetadataOptions, path: ResourcePath): ProtectedResourceMetadata => ({
  resource: `${options.baseUrl}${path}`,
  resource_name: resourceNames[path],
  authorization_servers: authorizationServers(options, path),
  scopes_supported: [...resourceScopes[path]],
  bearer_methods_supported: ['header'],
  resource_documentation: `${options.baseUrl}${path === mcpPath ? mcpPagePath : '/docs'}`,
})

/**
 * The hub stays first even beside an outside issuer, because the discovery loop of interface.md 5.7 must end at
 * `agent_auth`, which is ours. Only the families that take tokens of the outside issuer name that one alone.
 */
function authorizationServers({ baseUrl, outsideIssuer }: MetadataOptions, path: ResourcePath): string[] {
  if (outsideIssuer === undefined || path === verifyIntegration.path) return [baseUrl]
  return path === '' ? [baseUrl, outsideIssuer] : [outsideIssuer]
}

export function authorizationServerMetadata(options: MetadataOptions): AuthorizationServerMetadata {
  const { baseUrl, authorizationServer } = options
  return {
    issuer: baseUrl,
    ...(authorizationServer && {
      token_endpoint: authorizationServer.tokenEndpoint,
      jwks_uri: authorizationServer.jwksUri,
      grant_types_supported: [...authorizationServer.grantTypes],
      token_endpoint_auth_methods_supported: [...authorizationServer.tokenEndpointAuthMethods],
      scopes_supported: [...authorizationServer.scopes],
    }),
    // Registered value for "no authorization endpoint"; RFC 8414 demands the member and forbids an empty array.
    response_types_supported: ['none'],
    service_documentation: `${baseUrl}/docs`,
    protected_resources: resourcePathsOf(options)
      .map((path) => protectedResource(options, path))
      .filter(({ authorization_servers }) => authorization_servers.includes(baseUrl))
      .map(({ resource }) => resource),
    agent_auth: {
      skill: `${baseUrl}/auth.md`,
      register_uri: `${baseUrl}${registerAgent.path}`,
      claim_uri: `${baseUrl}/contact`,
      identity_types_supported: ['anonymous'],
      anonymous: { credential_types_supported: ['api_key'] },
    },
  }
}
