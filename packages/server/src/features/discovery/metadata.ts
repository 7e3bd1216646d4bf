import {
  type AuthorizationServerMetadata,
  type ProtectedResourceMetadata,
  permissions,
  registerAgent,
  scopes,
} from '@spindle/contract'
import { jwtResourcePath, toolsResourcePath } from '../../http/credentials/challenge.ts'
import type { AuthorizationServer } from '../auth/index.ts'
import type { DescribedMcpServer } from './mcp-documents.ts'

/**
 * Protected Resource and Authorization Server Metadata: authoritative over any prose (interface 5.8), so they state
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

type ResourcePath = '' | typeof jwtResourcePath | typeof toolsResourcePath

/** The hub as a whole, where the challenge of verification leads, and the paths where a JWT works. */
const resourcePathsOf = ({ mcp, authorizationServer }: MetadataOptions): readonly ResourcePath[] => [
  '',
  jwtResourcePath,
  ...(mcp && authorizationServer ? ([toolsResourcePath] as const) : []),
]

/** Every address with Protected Resource Metadata, and the resource it is about. */
export const protectedResourceAddresses = (options: MetadataOptions) =>
  resourcePathsOf(options).flatMap((path) =>
    wellKnownAddresses(options.baseUrl, 'protectedResource', path).map((at) => ({ at, path })),
  )

/**
 * RFC 8414 section 3 and RFC 9728 section 3.1 put the well-known part before the path of an identifier. Where the public
 * URL has a path, both that address and the one below the base URL answer.
 */
export function wellKnownAddresses(
  baseUrl: string,
  name: 'protectedResource' | 'authorizationServer',
  path = '',
): readonly string[] {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '')
  return [...new Set([`${wellKnown[name]}${path}`, `${wellKnown[name]}${basePath}${path}`])]
}

export const serviceTitle = 'Distributor and Integration Verification Service'

const resourceNames: Readonly<Record<ResourcePath, string>> = {
  '': serviceTitle,
  [jwtResourcePath]: 'Key management of the Distributor API',
  [toolsResourcePath]: 'Tools for AI agents (Model Context Protocol)',
}

export const protectedResource = (options: MetadataOptions, path: ResourcePath): ProtectedResourceMetadata => ({
  resource: `${options.baseUrl}${path}`,
  resource_name: resourceNames[path],
  authorization_servers: authorizationServers(options, path),
  scopes_supported: path === toolsResourcePath ? [...permissions] : [...scopes],
  bearer_methods_supported: ['header'],
  resource_documentation: `${options.baseUrl}/docs`,
})

/**
 * The hub stays first even beside an outside issuer, because the discovery loop of interface 5.7 must end at
 * `agent_auth`, which is ours. Key management takes tokens of the outside issuer alone.
 */
function authorizationServers({ baseUrl, outsideIssuer }: MetadataOptions, path: ResourcePath): string[] {
  if (outsideIssuer === undefined) return [baseUrl]
  return path === '' ? [baseUrl, outsideIssuer] : [outsideIssuer]
}

export function authorizationServerMetadata(options: MetadataOptions): AuthorizationServerMetadata {
  const { baseUrl, authorizationServer } = options
  return {
    issuer: baseUrl,
    ...(authorizationServer && {
      authorization_endpoint: authorizationServer.authorizationEndpoint,
      token_endpoint: authorizationServer.tokenEndpoint,
      jwks_uri: authorizationServer.jwksUri,
      grant_types_supported: [...authorizationServer.grantTypes],
      token_endpoint_auth_methods_supported: [...authorizationServer.tokenEndpointAuthMethods],
      scopes_supported: [...authorizationServer.scopes],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ...(authorizationServer.hasTools && { client_id_metadata_document_supported: true }),
    }),
    // `none` is the registered value for "no authorization endpoint"; RFC 8414 demands the member, and not empty.
    response_types_supported: authorizationServer ? ['code'] : ['none'],
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
