import type { Static } from 'typebox'
import { scopes } from '../../definition/permissions.ts'
import { Described, OneOf } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

/** The discovery documents of the hub. They keep the member names of their standards. */

const Url = (description: string) => Type.String({ format: 'uri', maxLength: 2048, description })
const Names = (description: string) =>
  Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 20, description })

/** Protected Resource Metadata (RFC 9728 section 2, interface 2.3). Never an empty array, never null. */
export const ProtectedResourceMetadata = Type.Object({
  resource: Url('Identifier of the resource: the base URL, or the base URL with the path of the metadata'),
  resource_name: Type.String({ maxLength: 200, description: 'Name of the resource, for people' }),
  authorization_servers: Described(
    Type.Array(Url('Issuer, RFC 8414'), { minItems: 1, maxItems: 10 }),
    'Issuers whose metadata to read next; use the first',
  ),
  scopes_supported: Described(
    Type.Array(OneOf(scopes), { minItems: 1, maxItems: scopes.length }),
    'Scopes that a JWT can have. Integration tokens and API keys need none',
  ),
  bearer_methods_supported: Described(
    Type.Array(Type.Literal('header'), { minItems: 1, maxItems: 1 }),
    'Bearer tokens go in the Authorization header only',
  ),
  resource_documentation: Url('For human readers'),
})
export type ProtectedResourceMetadata = Static<typeof ProtectedResourceMetadata>

/** How agents get credentials here (interface 2.4): exactly these five members. */
export const AgentAuth = Type.Object(
  {
    skill: Url('auth.md: how to authenticate, step by step'),
    register_uri: Url('Always answers 501, because registration is out-of-band'),
    claim_uri: Url('The page where a person can request access'),
    identity_types_supported: Described(
      Type.Array(Type.Literal('anonymous'), { minItems: 1, maxItems: 1 }),
      'Only anonymous: assertions of agent providers are not supported',
    ),
    anonymous: Described(
      Type.Object(
        {
          credential_types_supported: Described(
            Type.Array(Type.Literal('api_key'), { minItems: 1, maxItems: 1 }),
            'Only api_key, which a person provides',
          ),
        },
        { additionalProperties: false },
      ),
      'How an anonymous agent gets a credential',
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
  protected_resources: Described(
    Type.Array(Url('Resource identifier, RFC 9728 section 4'), { minItems: 1, maxItems: 10 }),
    'The resources of this server',
  ),
  agent_auth: Described(AgentAuth, 'How agents get credentials'),
})
export type AuthorizationServerMetadata = Static<typeof AuthorizationServerMetadata>

const LinkTarget = Type.Object({
  href: Url('Where'),
  type: Type.Optional(Type.String({ maxLength: 200, description: 'Media type' })),
  title: Type.Optional(Type.String({ maxLength: 200, description: 'Title of the link, for people' })),
})

const Targets = (description: string) =>
  Type.Optional(Type.Array(LinkTarget, { minItems: 1, maxItems: 20, description }))

/** The API catalog (RFC 9727) as a linkset (RFC 9264 section 4.2) with the relations of RFC 8631. */
export const ApiCatalog = Type.Object({
  linkset: Described(
    Type.Array(
      Type.Object(
        {
          anchor: Url('The resource that the links describe'),
          item: Targets('The APIs of this catalog'),
          'service-desc': Targets('Descriptions for programs, such as OpenAPI'),
          'service-doc': Targets('Documentation for people'),
          'service-meta': Targets('Metadata for programs, such as how to authenticate'),
          status: Targets('Whether the service is available'),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 20 },
    ),
    'The links of each resource (RFC 9264)',
  ),
})
export type ApiCatalog = Static<typeof ApiCatalog>

/** The index of agent skills, version 0.2.0. */
export const AgentSkillsIndex = Type.Object({
  $schema: Type.Literal('https://schemas.agentskills.io/discovery/0.2.0/schema.json', {
    description: 'Version of the format of the index',
  }),
  skills: Described(
    Type.Array(
      Type.Object({
        name: Type.String({
          pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
          maxLength: 64,
          description: 'Name of the skill',
        }),
        type: Type.Literal('skill-md', { description: 'The skill is a Markdown file' }),
        description: Type.String({
          minLength: 1,
          maxLength: 1024,
          description: 'What the skill is for, for agents that choose one',
        }),
        url: Type.String({
          format: 'uri-reference',
          maxLength: 2048,
          description: 'Where to read the skill; it may be relative to the index',
        }),
        digest: Type.String({
          pattern: '^sha256:[0-9a-f]{64}$',
          maxLength: 71,
          description: 'SHA-256 of the served document',
        }),
      }),
      { minItems: 1, maxItems: 50 },
    ),
    'The skills of this hub',
  ),
})
export type AgentSkillsIndex = Static<typeof AgentSkillsIndex>

const CardHeader = Type.Object({
  name: Type.String({ maxLength: 100, description: 'Name of the header' }),
  description: Type.String({ maxLength: 300, description: 'What to send in it' }),
  isRequired: Type.Boolean({ description: 'False if another header or sign-in can be used' }),
  isSecret: Type.Boolean({ description: 'True if the value is a credential' }),
})

/**
 * The card of the MCP server: those members of SEP-2127 (extension `io.modelcontextprotocol/server-card`, schema v1)
 * that we state, and the three that readers of the older SEP-1649 look for.
 */
export const McpServerCard = Type.Object({
  $schema: Type.Literal('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json', {
    description: 'Version of the format of the card',
  }),
  name: Type.String({
    pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$',
    minLength: 3,
    maxLength: 200,
    description: 'Reversed host and name; the same name that the server reports',
  }),
  version: Type.String({ minLength: 1, maxLength: 255, description: 'Version of the server' }),
  title: Type.String({ minLength: 1, maxLength: 100, description: 'Name of the server, for people' }),
  description: Type.String({ minLength: 1, maxLength: 100, description: 'What the server does' }),
  websiteUrl: Url('For human readers'),
  remotes: Described(
    Type.Array(
      Type.Object({
        type: Type.Literal('streamable-http', { description: 'Transport of the Model Context Protocol' }),
        url: Url('The endpoint'),
        supportedProtocolVersions: Names('Protocol revisions, newest first'),
        headers: Described(Type.Array(CardHeader, { minItems: 1, maxItems: 10 }), 'Headers with a credential'),
      }),
      { minItems: 1, maxItems: 1 },
    ),
    'Addresses of the server',
  ),
  serverInfo: Described(
    Type.Object({
      name: Type.String({ maxLength: 200, description: 'Name of the server, for programs' }),
      title: Type.String({ maxLength: 100, description: 'Name of the server, for people' }),
      version: Type.String({ maxLength: 255, description: 'Version of the server' }),
    }),
    'What the server reports about itself',
  ),
  transport: Described(
    Type.Object({
      type: Type.Literal('streamable-http', { description: 'Transport of the Model Context Protocol' }),
      endpoint: Url('The endpoint'),
    }),
    'The address, for readers of SEP-1649',
  ),
  capabilities: Described(
    Type.Object({ tools: Described(Type.Object({}), 'Present, because the server has tools') }),
    'What the server offers',
  ),
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
