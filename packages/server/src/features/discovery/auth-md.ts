import { type ErrorCode, errorHelp, errors, registerAgent, verifyIntegration } from '@spindle/contract'
import { type Challenges, jwtResourcePath } from '../../http/credentials/challenge.ts'
import { cardBesideEndpoint, mcpPagePath, mcpPath } from './mcp-documents.ts'
import {
  authorizationServerMetadata,
  type MetadataOptions,
  protectedResource,
  serviceTitle,
  wellKnown,
} from './metadata.ts'

/**
 * `/auth.md`: how an agent gets a credential here, in the eight sections of the format. Every example is made
 * from the objects that are served, so that the prose cannot drift from the metadata. At most 120 lines, because agents
 * read it into a limited context: JSON is one line, a request and its response are one block.
 */

export interface AuthMdOptions extends MetadataOptions {
  readonly challenges: Challenges
  readonly serviceName: string
  readonly integrationName: string
  readonly refusalMessage: string
}

export function authMd(options: AuthMdOptions): string {
  return [
    preamble(options),
    discover(options),
    pickAMethod(),
    register(options),
    claim(options),
    useTheCredential(options),
    errorTable(options),
    revocation(options),
  ].join('\n\n')
}

const codeBlock = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``
const http = (...lines: string[]): string => codeBlock('http', lines.join('\n'))
const hostOf = (url: string): string => new URL(url).host
/** The base URL may have a path. */
const requestLine = (method: string, url: string): string => `${method} ${new URL(url).pathname} HTTP/1.1`

const preamble = ({ baseUrl }: AuthMdOptions): string => `# auth.md

This page is for agents that want to use the ${serviceTitle} at <${baseUrl}>. The protected resources and their metadata are on the host \`${hostOf(baseUrl)}\`. If this text and the metadata differ, the metadata is authoritative.
You can discover the service and use a credential that a person gave you. You cannot get a credential. A person must request it at <${baseUrl}/contact>.`

function discover(options: AuthMdOptions): string {
  const { baseUrl, challenges } = options
  return `## Discover

1. Send the request that you want to make, without credentials. The response is a challenge:
${http(
  requestLine('GET', baseUrl + verifyIntegration.path),
  `Host: ${hostOf(baseUrl)}`,
  '',
  'HTTP/1.1 401 Unauthorized',
  `WWW-Authenticate: ${challenges.bearer()}`,
)}
2. \`resource_metadata\` is the address of the Protected Resource Metadata (RFC 9728). Read it with GET:
${codeBlock('json', JSON.stringify(protectedResource(options, '')))}
- \`resource\`: what the metadata is about, with the paths below it. Key management takes JWTs and has its own metadata at <${baseUrl}${wellKnown.protectedResource}${jwtResourcePath}>.
- \`authorization_servers\`: read the metadata of the first one next.
- \`scopes_supported\`: every scope of a JWT. Integration tokens and API keys need no scope.
- \`bearer_methods_supported\`: Bearer tokens go in the \`Authorization\` header and nowhere else.
- \`resource_documentation\`: the API reference, for people. Programs read <${baseUrl}/openapi.json>.
3. Read the metadata of the authorization server (RFC 8414) at <${baseUrl}${wellKnown.authorizationServer}>:
${codeBlock('json', JSON.stringify(authorizationServerMetadata(options)))}
- \`issuer\`: equals the entry of \`authorization_servers\`. \`protected_resources\`: the resources of this server.
${tokenEndpointGloss(options)}
- \`agent_auth.skill\`: this page. \`register_uri\`: always answers 501, see Register. \`claim_uri\`: the page for a person, see Claim. \`identity_types_supported\` and \`anonymous.credential_types_supported\`: the only method, see below.`
}

const tokenEndpointGloss = ({ authorizationServer, outsideIssuer }: AuthMdOptions): string =>
  authorizationServer
    ? `- \`token_endpoint\`, \`grant_types_supported\`, \`token_endpoint_auth_methods_supported\`, \`scopes_supported\`: where and how a registered client gets a JWT, and its possible scopes. \`jwks_uri\`: the keys that sign JWTs.
- \`authorization_endpoint\`, \`response_types_supported\`, \`code_challenge_methods_supported\`: where a program sends a person, who decides on a page what it may do. The response is a code, never a token, and only with PKCE.
- \`authorization_response_iss_parameter_supported\`: every response has its issuer in \`iss\`. Refuse a response without it.${
        authorizationServer.hasTools
          ? '\n- `client_id_metadata_document_supported`: your `client_id` is the https address of a document about you (its `client_id`, `client_name` and `redirect_uris`).'
          : ''
      }`
    : `- \`response_types_supported\`: \`none\`. There is no authorization endpoint and no sign-in page.
- There is no \`token_endpoint\`: <${outsideIssuer}> issues the JWTs for key management.`

const pickAMethod = (): string => `## Pick a method

There is one method: identity type \`anonymous\` with credential type \`api_key\`. The credential is created out-of-band. A person receives it and gives it to you.
Not supported: identity assertions of agent providers (ID-JAG), and registration by a user's email address with a one-time code.`

const register = ({ baseUrl, refusalMessage, authorizationServer }: AuthMdOptions): string => `## Register

Dynamic registration is not supported. The endpoint always responds like this:
${http(
  requestLine('POST', baseUrl + registerAgent.path),
  '',
  'HTTP/1.1 501 Not Implemented',
  '',
  JSON.stringify({ error: 'not_implemented', message: refusalMessage, auth_md: `${baseUrl}/auth.md` }),
)}
Do not retry. Stop and tell your user what is missing: an integration token, an API key, or a service client.${
  authorizationServer?.hasTools
    ? ` If you run on your user's computer, a client id is enough: a member of the account creates it at <${baseUrl}/console> under Connected applications, and your redirect address is http on 127.0.0.1, [::1] or localhost.`
    : ''
}`

const claim = ({ baseUrl }: AuthMdOptions): string => `## Claim

\`claim_uri\` is a page for people: <${baseUrl}/contact>.
Give your user this address. They describe who they are and what they need, and the operator replies. There is no code to enter and nothing to poll. Agents cannot send the form.`

const useTheCredential = (options: AuthMdOptions): string => `## Use the credential

| credential | header | for |
|---|---|---|
| integration token | \`Authorization: Bearer <integration_token>\` | ${options.baseUrl}${verifyIntegration.path} |
| API key | \`X-API-Key: <API_KEY>\` | ${options.baseUrl}/api/v1/music-distributor and ${options.baseUrl}/api/v1/distributor |
| JWT | \`Authorization: Bearer <jwt>\` | ${options.baseUrl}/api/v1/distributor/keys |
${mcpRow(options)}
Never send a credential in a query or a body, and never to another host.
${http(
  requestLine('GET', options.baseUrl + verifyIntegration.path),
  'Authorization: Bearer <integration_token>',
  '',
  'HTTP/1.1 200 OK',
  '',
  JSON.stringify({
    ok: true,
    service: options.serviceName,
    integration: options.integrationName,
    property: '<property_id>',
  }),
)}
${jwtSteps(options)}
${mcpParagraph(options)}An API key has permissions from \`music:read\`, \`music:write\`, \`catalog:read\` and \`analytics:read\`. Delivering an album needs \`music:read\` and \`music:write\`.
If a credential that used to work gets a 401, drop it and start again at Discover.`

const mcpRow = ({ baseUrl, mcp }: AuthMdOptions): string =>
  mcp ? `| API key | \`X-API-Key: <API_KEY>\`, or \`Authorization: Bearer <API_KEY>\` | ${baseUrl}${mcpPath} |\n` : ''

const mcpParagraph = ({ baseUrl, mcp, authorizationServer }: AuthMdOptions): string =>
  mcp
    ? `${authorizationServer ? `If a person is there, that person can let you in without an API key: send the browser to the authorization endpoint with \`resource=${baseUrl}${mcpPath}\` and the scopes you need. You get a JWT that is valid for ten minutes and a refresh token that is replaced with every use. If a refresh token is used twice, the connection ends. The JWT works only at <${baseUrl}${mcpPath}>. ` : ''}If you speak the Model Context Protocol, connect to <${baseUrl}${mcpPath}> with an API key: its tools do the work of the APIs, within the permissions of the key and as far as the operator lets agents go. How: <${baseUrl}${mcpPagePath}>. The card of the server: <${baseUrl}${cardBesideEndpoint}>.\n`
    : ''

function jwtSteps({ authorizationServer, outsideIssuer, baseUrl }: AuthMdOptions): string {
  if (!authorizationServer)
    return `A JWT for key management comes from <${outsideIssuer}>, the way that provider documents.`
  return `A service client (id and secret, from the operator) gets a JWT for key management like this:
${http(
  requestLine('POST', authorizationServer.tokenEndpoint),
  `Host: ${hostOf(baseUrl)}`,
  'Authorization: Basic <base64 of client_id:client_secret>',
  'Content-Type: application/x-www-form-urlencoded',
  '',
  'grant_type=client_credentials&scope=keys:write',
)}
A person who works at a terminal needs no service client: \`spindle login --hub ${baseUrl}\` opens the browser, the person approves the request, and the command line stores its own API key. It uses the public client \`spindle\`, which listens on 127.0.0.1 or [::1] at the path \`/callback\`, on any port. Its JWT is valid for ten minutes, has at most the rights of the person's role, and cannot be renewed.`
}

/** The codes of the endpoints this text is about, in the order in which one meets them. */
const codes = [
  ['credentials_missing', 'every endpoint that takes a credential'],
  ['invalid_token', `${verifyIntegration.path}, key management`],
  ['api_key_invalid', 'the distributor APIs'],
  ['invalid_request', 'every endpoint'],
  ['permission_missing', 'the distributor APIs'],
  ['insufficient_scope', 'key management'],
  ['not_implemented', registerAgent.path],
  ['integration_not_configured', verifyIntegration.path],
  ['issuer_unavailable', 'key management'],
  ['rate_limited', 'every endpoint that takes a credential'],
  ['headers_too_large', 'every endpoint'],
  ['internal_error', 'every endpoint'],
  ['overloaded', 'every endpoint'],
  ['shutting_down', 'every endpoint'],
  ['database_unavailable', 'every endpoint except verification'],
] as const satisfies readonly (readonly [ErrorCode, string])[]

/** Of the door that web pages could try to use. */
const mcpCodes = [
  ['host_not_allowed', mcpPath],
  ['origin_not_allowed', mcpPath],
] as const satisfies readonly (readonly [ErrorCode, string])[]

function errorTable({ mcp }: AuthMdOptions): string {
  const rows = [...codes, ...(mcp ? mcpCodes : [])].map(
    ([code, where]) => `| \`${code}\` | ${errors[code].status} | ${where} | ${errorHelp[code].action} |`,
  )
  return `## Errors

Errors are RFC 9457 problem documents (\`application/problem+json\`); the code is the member \`error\`. Only the refusal of Register has a form of its own.

| code | status | where | what to do |
|---|---|---|---|
${rows.join('\n')}

Retry 5xx and 429 with the very same request, waiting for \`Retry-After\` or longer each time. Do not repeat a request that got another 4xx; change it first. Never retry a 501.`
}

const revocation = ({ authorizationServer }: AuthMdOptions): string => `## Revocation

Revocation has no endpoint. Integration tokens are rotated or removed in the deployment configuration, on the hub and on each property. The owners of the account manage its API keys.${
  authorizationServer ? ' JWTs expire within one hour.' : ''
}
If you think that a credential has leaked, tell your user immediately.
`
