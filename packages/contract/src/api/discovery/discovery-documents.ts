import type { Static } from 'typebox'
import { scopes } from '../../definition/permissions.ts'
import { OneOf } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

/** The discovery documents of the hub. They keep the member names of their standards. */

const Url = (description: string) => Type.String({ format: 'uri', maxLength: 2048, description })
const Names = (description: string) =>
  Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 20, description })

/** Protected Resource Metadata (RFC 9728 section 2, interface 2.3). Never an empty array, never null. */
export const ProtectedResourceMetadata = Type.Object({
  resource: Url('Identifier of the resource: the base URL, or the base URL with the path of the metadata'),
  resource_name: Type.String({ maxLength: 200 }),
  authorization_servers: Type.Array(Url('Issuer, RFC 8414'), { minItems: 1, maxItems: 10 }),
  scopes_supported: Type.Array(OneOf(scopes), { minItems: 1, maxItems: scopes.length }),
  bearer_methods_supported: Type.Array(Type.Literal('header'), { minItems: 1, maxItems: 1 }),
  resource_documentation: Url('For human readers'),
})
export type ProtectedResourceMetadata = Static<typeof ProtectedResourceMetadata>

/** How agents get credentials here (interface 2.4): exactly these five members. */
export const AgentAuth = Type.Object(
  {
    skill: Url('auth.md: how to authenticate, step by step'),
    register_uri: Url('Always answers 501, because registration is out-of-band'),
    claim_uri: Url('The page where a person can request access'),
    identity_types_supported: Type.Array(Type.Literal('anonymous'), { minItems: 1, maxItems: 1 }),
    anonymous: Type.Object(
      { credential_types_supported: Type.Array(Type.Literal('api_key'), { minItems: 1, maxItems: 1 }) },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
export type AgentAuth = Static<typeof AgentAuth>

/**
 * Authorization Server Metadata (RFC 8414 section 2) with `agent_auth`. The members of its two endpoints are absent
 * where an outside issuer makes the tokens.
 */
export const AuthorizationServerMetadata = Type.Object({
  issuer: Url('Equal to authorization_servers[0] of the root PRM'),
  authorization_endpoint: Type.Optional(Url('RFC 6749 section 3.1: the page to which a program sends a person')),
  token_endpoint: Type.Optional(Url('RFC 6749 section 3.2')),
  jwks_uri: Type.Optional(Url('RFC 7517: the keys that sign tokens')),
  grant_types_supported: Type.Optional(Names('RFC 6749')),
  token_endpoint_auth_methods_supported: Type.Optional(Names('RFC 8414 section 2')),
  scopes_supported: Type.Optional(Names('Scopes that a token can have')),
  response_types_supported: Type.Array(OneOf(['code', 'none']), {
    minItems: 1,
    maxItems: 1,
    description: '`none` if there is no authorization endpoint',
  }),
  code_challenge_methods_supported: Type.Optional(Names('RFC 7636')),
  authorization_response_iss_parameter_supported: Type.Optional(
    Type.Boolean({ description: 'RFC 9207: every response names its issuer' }),
  ),
  client_id_metadata_document_supported: Type.Optional(
    Type.Boolean({ description: 'A client id can be the URL of a client metadata document' }),
  ),
  service_documentation: Url('For human readers'),
  protected_resources: Type.Array(Url('Resource identifier, RFC 9728 section 4'), { minItems: 1, maxItems: 10 }),
  agent_auth: AgentAuth,
})
export type AuthorizationServerMetadata = Static<typeof AuthorizationServerMetadata>

const LinkTarget = Type.Object({
  href: Url('Where'),
  type: Type.Optional(Type.String({ maxLength: 200, description: 'Media type' })),
  title: Type.Optional(Type.String({ maxLength: 200 })),
})

const Targets = Type.Optional(Type.Array(LinkTarget, { minItems: 1, maxItems: 20 }))

/** The API catalog (RFC 9727) as a linkset (RFC 9264 section 4.2) with the relations of RFC 8631. */
export const ApiCatalog = Type.Object({
  linkset: Type.Array(
    Type.Object(
      {
        anchor: Url('The resource that the links describe'),
        item: Targets,
        'service-desc': Targets,
        'service-doc': Targets,
        'service-meta': Targets,
        status: Targets,
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 20 },
  ),
})
export type ApiCatalog = Static<typeof ApiCatalog>

/** The index of agent skills, version 0.2.0. */
export const AgentSkillsIndex = Type.Object({
  $schema: Type.Literal('https://schemas.agentskills.io/discovery/0.2.0/schema.json'),
  skills: Type.Array(
    Type.Object({
      name: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64 }),
      type: Type.Literal('skill-md'),
      description: Type.String({ minLength: 1, maxLength: 1024 }),
      url: Type.String({ format: 'uri-reference', maxLength: 2048 }),
      digest: Type.String({
        pattern: '^sha256:[0-9a-f]{64}$',
        maxLength: 71,
        description: 'SHA-256 of the served document',
      }),
    }),
    { minItems: 1, maxItems: 50 },
  ),
})
export type AgentSkillsIndex = Static<typeof AgentSkillsIndex>

const CardHeader = Type.Object({
  name: Type.String({ maxLength: 100 }),
  description: Type.String({ maxLength: 300 }),
  isRequired: Type.Boolean(),
  isSecret: Type.Boolean(),
})

/**
 * The card of the MCP server: those members of SEP-2127 (extension `io.modelcontextprotocol/server-card`, schema v1)
 * that we state, and the three that readers of the older SEP-1649 look for.
 */
export const McpServerCard = Type.Object({
  $schema: Type.Literal('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'),
  name: Type.String({
    pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$',
    minLength: 3,
    maxLength: 200,
    description: 'Reversed host and name; the same name that the server reports',
  }),
  version: Type.String({ minLength: 1, maxLength: 255 }),
  title: Type.String({ minLength: 1, maxLength: 100 }),
  description: Type.String({ minLength: 1, maxLength: 100 }),
  websiteUrl: Url('For human readers'),
  remotes: Type.Array(
    Type.Object({
      type: Type.Literal('streamable-http'),
      url: Url('The endpoint'),
      supportedProtocolVersions: Names('Protocol revisions, newest first'),
      headers: Type.Array(CardHeader, { minItems: 1, maxItems: 10 }),
    }),
    { minItems: 1, maxItems: 1 },
  ),
  serverInfo: Type.Object({
    name: Type.String({ maxLength: 200 }),
    title: Type.String({ maxLength: 100 }),
    version: Type.String({ maxLength: 255 }),
  }),
  transport: Type.Object({ type: Type.Literal('streamable-http'), endpoint: Url('The endpoint') }),
  capabilities: Type.Object({ tools: Type.Object({}) }),
})
export type McpServerCard = Static<typeof McpServerCard>

/** The AI catalog, version 1.0: the address of each server's card. */
export const AiCatalog = Type.Object({
  specVersion: Type.Literal('1.0'),
  entries: Type.Array(
    Type.Object({
      identifier: Type.String({ pattern: '^urn:air:', maxLength: 300 }),
      displayName: Type.String({ minLength: 1, maxLength: 100 }),
      type: Type.Literal('application/mcp-server-card+json'),
      url: Url('The card'),
    }),
    { minItems: 1, maxItems: 10 },
  ),
})
export type AiCatalog = Static<typeof AiCatalog>
