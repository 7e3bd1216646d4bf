import {
  AgentSkillsIndex,
  ApiCatalog,
  AuthorizationServerMetadata,
  type ErrorCode,
  limits,
  McpServerCard,
  ProtectedResourceMetadata,
  Upload,
  UploadParts,
  UploadPartsReport,
} from '../index.ts'
import { headersOf, parameterRef } from './headers.ts'
import { problemResponses } from './problem-responses.ts'
import type { SchemaComponents } from './schema-components.ts'

/** The paths that are not operations because they follow other standards: discovery, OAuth and tus. */

type Json = Record<string, unknown>

const wire: readonly ErrorCode[] = ['invalid_request', 'headers_too_large', 'internal_error', 'shutting_down']

/** Paths of discovery, OAuth and tus; `hasMcp` adds those of the MCP server. */
export const protocolPaths = (components: SchemaComponents, hasMcp: boolean): Record<string, Json> => ({
  ...discoveryPaths(components),
  ...(hasMcp ? mcpPaths(components) : {}),
  ...oauthPaths(),
  ...tusPaths(components),
})

const document = (operationId: string, summary: string, mediaType: string, schema: unknown): Json => ({
  get: {
    operationId,
    summary,
    description: `${summary}. Requires no credentials.`,
    tags: ['Discovery'],
    security: [],
    parameters: [parameterRef('IfNoneMatch')],
    responses: {
      200: {
        description: 'The document',
        headers: headersOf('ETag', 'Link'),
        content: { [mediaType]: { schema } },
      },
      304: { description: 'Your version is current', headers: headersOf('ETag') },
      ...problemResponses(wire, 'none'),
    },
  },
})

const discoveryPaths = (components: SchemaComponents): Record<string, Json> => ({
  '/.well-known/oauth-protected-resource': document(
    'getProtectedResourceMetadata',
    'Protected Resource Metadata (RFC 9728)',
    'application/json',
    components.refer(ProtectedResourceMetadata),
  ),
  '/.well-known/oauth-authorization-server': document(
    'getAuthorizationServerMetadata',
    'Authorization Server Metadata (RFC 8414) with agent_auth',
    'application/json',
    components.refer(AuthorizationServerMetadata),
  ),
  '/.well-known/api-catalog': document(
    'getApiCatalog',
    'API catalog (RFC 9727)',
    'application/linkset+json',
    components.refer(ApiCatalog),
  ),
  '/.well-known/agent-skills/index.json': document(
    'getAgentSkillsIndex',
    'Index of the agent skills',
    'application/json',
    components.refer(AgentSkillsIndex),
  ),
})

const mcpPaths = (components: SchemaComponents): Record<string, Json> => ({
  '/.well-known/mcp/server-card.json': document(
    'getMcpServerCard',
    'Card of the MCP server at /mcp',
    'application/json',
    components.refer(McpServerCard),
  ),
})

const string = (maxLength: number, rest: Json = {}): Json => ({ type: 'string', maxLength, ...rest })

const tokenRequest = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { type: 'string', enum: ['client_credentials', 'authorization_code', 'refresh_token'] },
    scope: string(500, { examples: ['keys:write'] }),
    client_id: string(2048),
    client_secret: string(200, { format: 'password' }),
    code: string(200, { description: 'authorization_code: the code from the redirect' }),
    code_verifier: string(128, { minLength: 43, description: 'authorization_code: RFC 7636' }),
    redirect_uri: string(2048, { description: 'authorization_code: the redirect_uri of the authorization request' }),
    refresh_token: string(200, { description: 'refresh_token: replaced with every use' }),
    resource: string(2048, { description: 'RFC 8707' }),
  },
}

const query = (name: string, isRequired: boolean, schema: Json): Json => ({
  name,
  in: 'query',
  required: isRequired,
  schema,
})

const authorizeParameters = [
  query('client_id', true, string(2048, { examples: ['spindle'] })),
  query('redirect_uri', true, string(2048, { examples: ['http://127.0.0.1:49152/callback'] })),
  query('response_type', true, { type: 'string', const: 'code' }),
  query('code_challenge', true, string(128, { minLength: 43 })),
  query('code_challenge_method', true, { type: 'string', const: 'S256' }),
  query('state', false, string(500)),
  query('scope', false, string(500, { examples: ['keys:write music:read'] })),
  query('resource', false, string(2048, { description: 'RFC 8707' })),
  query(
    'device_name',
    false,
    string(200, { description: 'The name of the device that runs the program, shown to the person' }),
  ),
]

const tokenAnswer = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in'],
  properties: {
    access_token: string(8192, { description: 'The JWT' }),
    token_type: { type: 'string', const: 'Bearer', description: 'Send the token as Authorization: Bearer' },
    expires_in: {
      type: 'integer',
      format: 'int32',
      minimum: 1,
      maximum: 3600,
      description: 'Seconds until it expires',
    },
    refresh_token: string(200, { description: 'For agents that a person allowed; replaced with every use' }),
    scope: string(500, { description: 'The scopes of the token, separated by spaces' }),
  },
}

const oauthError = {
  type: 'object',
  required: ['error'],
  properties: {
    error: string(100, { description: 'Code of RFC 6749 section 5.2', examples: ['invalid_client'] }),
    error_description: string(1000, { description: 'What is wrong, for people; absent if the code says it' }),
  },
}

const keySet = {
  type: 'object',
  required: ['keys'],
  properties: {
    keys: {
      type: 'array',
      description: 'Public keys (RFC 7517)',
      maxItems: 20,
      items: {
        type: 'object',
        required: ['kty'],
        properties: {
          kty: string(10, { description: 'Type of the key' }),
          kid: string(100, { description: 'Id of the key, as in the header of JWTs' }),
          alg: string(10, { description: 'Algorithm of the signatures' }),
        },
      },
    },
  },
}

const oauthFailure = (description: string): Json => ({
  description,
  headers: headersOf('RateLimit', 'RateLimitPolicy'),
  content: { 'application/json': { schema: oauthError } },
})

const oauthPaths = (): Record<string, Json> => ({
  '/oauth/authorize': {
    get: {
      operationId: 'authorize',
      summary: 'Ask a person to authorize a program (RFC 6749 section 4.1)',
      description:
        'Open it in a browser. The person decides on a page of the console. The browser then redirects with a code and `iss` (RFC 9207). Not available if the hub accepts tokens from an external issuer.',
      tags: ['Discovery'],
      security: [],
      parameters: authorizeParameters,
      responses: {
        303: {
          description: 'Redirect to the page of the console, or back to the program',
        },
        400: {
          description: 'An error page: the program or its redirect address is unknown',
        },
        ...problemResponses(['headers_too_large', 'rate_limited', 'internal_error', 'shutting_down'], 'none'),
      },
    },
  },
  '/oauth/token': {
    post: {
      operationId: 'createToken',
      summary: 'Get a JWT (RFC 6749 sections 4.1.3 and 4.4)',
      description:
        'Supports the client credentials grant for service clients, and the authorization code grant with PKCE for programs that act for a person. Not available if the hub accepts tokens from an external issuer.',
      tags: ['Discovery'],
      security: [{ serviceClient: [] }, {}],
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: tokenRequest } },
      },
      responses: {
        200: {
          description: 'An access token (RFC 9068)',
          headers: headersOf('RateLimit', 'RateLimitPolicy'),
          content: { 'application/json': { schema: tokenAnswer } },
        },
        400: oauthFailure('invalid_request, invalid_grant, invalid_scope, unsupported_grant_type'),
        401: oauthFailure('invalid_client'),
        ...problemResponses(['rate_limited', 'internal_error', 'shutting_down'], 'none'),
      },
    },
  },
  '/.well-known/jwks.json': document('getJwks', 'The keys that sign JWTs (RFC 7517)', 'application/json', keySet),
})

const uploadsPath = '/api/v1/distributor/uploads'
const apiKeyErrors: readonly ErrorCode[] = [
  ...wire,
  'credentials_missing',
  'api_key_invalid',
  'permission_missing',
  'account_suspended',
  'rate_limited',
  'storage_unavailable',
  'database_unavailable',
]

const integerHeader = (name: string, description: string, isRequired = true): Json => ({
  name,
  in: 'header',
  description,
  required: isRequired,
  schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 1_099_511_627_776 },
})

const tusVersion: Json = {
  name: 'Tus-Resumable',
  in: 'header',
  description: 'tus version; absent if the whole file is sent in one request',
  schema: { type: 'string', const: '1.0.0' },
}

const uploadId: Json = {
  name: 'uploadId',
  in: 'path',
  required: true,
  schema: Upload.properties.id,
}

const binary = {
  schema: { type: 'string', contentMediaType: 'application/octet-stream', maxLength: limits.maxUploadBytes },
}

/** Handed out by the tools for agents, so that a shell sends a file without the key of the account. */
const uploadToken = {
  name: 'Upload-Token',
  in: 'header',
  description:
    'Instead of the API key: a token for the data of this upload, valid for one hour, from the tool `create_upload`',
  schema: string(300, { pattern: '^upt_', examples: ['upt_acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB.key_...'] }),
}

const tusOperation = (operationId: string, summary: string, rest: Json): Json => ({
  operationId,
  summary,
  description: `${summary}. tus 1.0.0, https://tus.io/protocols/resumable-upload. Requires an API key with \`music:write\`.`,
  tags: ['Uploads'],
  security: [{ apiKey: [] }],
  'x-required-permission': 'music:write',
  ...rest,
})

const limited = ['RateLimit', 'RateLimitPolicy', 'TusResumable'] as const

/** What tus adds to the operations that share its addresses. */
export const tusParameters: Readonly<Record<string, readonly Json[]>> = {
  storeUpload: [
    tusVersion,
    integerHeader('Upload-Length', 'tus: total size in bytes', false),
    {
      name: 'Upload-Metadata',
      in: 'header',
      description: 'tus: filename and filetype, each with its value in base64',
      schema: string(2048, { examples: ['filename Zmlyc3QtbGlnaHQuZmxhYw==,filetype YXVkaW8vZmxhYw=='] }),
    },
    {
      name: 'Upload-Transfer',
      in: 'header',
      description:
        'tus: direct requests to send the data directly to the object store. Requires Upload-Length, and the SHA-256 of the whole file as sha256 in Upload-Metadata. If the response does not have this header, send the data with PATCH',
      schema: { type: 'string', const: 'direct' },
    },
  ],
  terminateUpload: [tusVersion],
}

const appendErrors: readonly ErrorCode[] = [
  'upload_offset_mismatch',
  'upload_busy',
  'upload_too_large',
  'unsupported_media_type',
  'checksum_mismatch',
  'quota_exceeded',
  'storage_full',
]
const tusErrors: readonly ErrorCode[] = [...apiKeyErrors, 'upload_not_found', 'upload_gone', 'tus_version_unsupported']

const tusPaths = (components: SchemaComponents): Record<string, Json> => ({
  [`${uploadsPath}/{uploadId}`]: {
    head: tusOperation('getUploadOffset', 'Get the offset of an upload', {
      parameters: [uploadId, tusVersion, uploadToken],
      responses: {
        200: { description: 'The offset', headers: headersOf(...limited, 'UploadOffset', 'UploadLength') },
        ...problemResponses(tusErrors, 'apiKey'),
      },
    }),
    patch: tusOperation('appendUpload', 'Send the next chunk of an upload', {
      parameters: [
        uploadId,
        tusVersion,
        integerHeader('Upload-Offset', 'Offset of the first byte in the body'),
        uploadToken,
      ],
      requestBody: { required: true, content: { 'application/offset+octet-stream': binary } },
      responses: {
        204: { description: 'The data is stored durably', headers: headersOf(...limited, 'UploadOffset') },
        ...problemResponses([...tusErrors, ...appendErrors], 'apiKey'),
      },
    }),
  },
  [`${uploadsPath}/{uploadId}/parts`]: {
    get: tusOperation(
      'listUploadParts',
      'Get addresses for the parts of an upload that was started with Upload-Transfer: direct',
      {
        parameters: [
          uploadId,
          query('from', false, { type: 'integer', format: 'int32', minimum: 1, maximum: 10_000, default: 1 }),
          uploadToken,
        ],
        responses: {
          200: {
            description: 'Up to 100 parts. Each address is valid for 15 minutes',
            headers: headersOf(...limited, 'UploadTransfer'),
            content: { 'application/json': { schema: components.refer(UploadParts) } },
          },
          ...problemResponses([...tusErrors, 'upload_offset_mismatch', 'storage_unavailable'], 'apiKey'),
        },
      },
    ),
    post: tusOperation('reportUploadParts', 'Report the parts that were sent to the object store', {
      parameters: [uploadId, uploadToken],
      requestBody: { required: true, content: { 'application/json': { schema: partNumbers } } },
      responses: {
        200: {
          description: 'The parts that the hub found in the object store',
          headers: headersOf(...limited, 'UploadOffset'),
          content: { 'application/json': { schema: components.refer(UploadPartsReport) } },
        },
        ...problemResponses(
          [...tusErrors, 'invalid_json', 'body_too_large', 'unsupported_media_type', ...reportErrors],
          'apiKey',
        ),
      },
    }),
  },
})

const reportErrors: readonly ErrorCode[] = ['upload_offset_mismatch', 'upload_busy', 'storage_unavailable']

const partNumbers: Json = {
  type: 'object',
  required: ['parts'],
  properties: {
    parts: {
      type: 'array',
      maxItems: 10_000,
      items: { type: 'integer', format: 'int32', minimum: 1, maximum: 10_000 },
    },
  },
}
