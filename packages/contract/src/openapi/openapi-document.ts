import { operations, Problem } from '../index.ts'
import { headers, parameters } from './headers.ts'
import { operationObject } from './operation-object.ts'
import { problemExamples } from './problem-responses.ts'
import { protocolPaths } from './protocol-paths.ts'
import { schemaComponents } from './schema-components.ts'
import { shareParts } from './share-parts.ts'

export { exampleOf } from './example.ts'

/** Writes the OpenAPI document of the API. A separate entry, so that clients do not include it. */

/** An OpenAPI 3.1 document, with the members that our programs read. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly [member: string]: unknown }
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly [member: string]: unknown
}

const tags = [
  { name: 'Integration', description: 'Sites and apps verify their integration token.' },
  {
    name: 'Releases',
    description: 'Singles, EPs and albums with their tracks: draft, check, submit, track and take down.',
  },
  { name: 'Imports', description: 'DDEX ERN messages that become drafts.' },
  { name: 'Exports', description: 'Everything in the account as one archive.' },
  { name: 'Events', description: 'Events of the account, live and as a list.' },
  {
    name: 'Webhooks',
    description: 'Events sent to your own URLs, signed (Standard Webhooks 1.0.0), retried and logged.',
  },
  { name: 'Uploads', description: 'Audio files and covers, in one request or resumable with tus 1.0.' },
  { name: 'Catalog', description: 'All releases and drafts of the account.' },
  { name: 'Analytics', description: 'Plays by day, release, track, outlet and territory.' },
  { name: 'Keys', description: 'API keys, managed with a JWT.' },
  { name: 'Reference', description: 'The rules and codes for releases, as data.' },
  { name: 'Legacy', description: 'The single-asset API. Use Releases for new work.' },
  { name: 'Properties', description: 'For verified properties: read the feed, fetch audio, report plays.' },
  { name: 'Discovery', description: 'How programs discover resources and how to authenticate.' },
]

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'Distributor API key (`spn_...`). Its permissions are any of music:read, music:write, catalog:read, analytics:read.',
  },
  jwt: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'Access token (RFC 9068, following the best practices of RFC8725) of a service client, from the token endpoint. Valid for at most one hour.',
  },
  integrationToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Token of a property, provisioned out-of-band in the configuration.',
  },
  serviceClient: {
    type: 'http',
    scheme: 'basic',
    description: 'Id and secret of a service client (RFC 6749 section 2.3.1), at the token endpoint only.',
  },
}

/** What an operator can switch off. */
export interface OpenApiOptions {
  /** Default true. */
  readonly hasMcp?: boolean
  /** Default false: the examples of whole bodies and errors are on the reference page, and values have their own. */
  readonly hasExamples?: boolean
}

/** The document for a hub at `baseUrl`, or with relative addresses when it is empty. */
export function openApiDocument(
  baseUrl: string,
  { hasMcp = true, hasExamples = false }: OpenApiOptions = {},
): OpenApiDocument {
  const components = schemaComponents()
  components.refer(Problem)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation, components),
    }
  }
  for (const [path, item] of Object.entries(protocolPaths(components, hasMcp)))
    paths[path] = { ...paths[path], ...item }
  const shared = shareParts(hasExamples ? paths : withoutExamples(paths))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Distributor and Integration Verification Service',
      version: '1.0.0',
      summary: 'Deliver music releases, read catalog and analytics, verify integration tokens',
      description: introduction(baseUrl),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Operator of this hub', url: `${baseUrl || 'https://hub.example'}/contact` },
    },
    externalDocs: {
      description: 'How to authenticate, for agents',
      url: `${baseUrl || 'https://hub.example'}/auth.md`,
    },
    servers: [{ url: baseUrl || '/', description: `This hub (${environmentOf(baseUrl)})`, 'x-internal': false }],
    security: [{ apiKey: [] }],
    tags: usedTags(paths),
    paths: shared.paths,
    components: {
      securitySchemes,
      parameters: { ...parameters, ...shared.parameters },
      headers,
      responses: shared.responses,
      ...(hasExamples ? { examples: problemExamples(baseUrl) } : {}),
      schemas: components.collected(),
    },
  }
}

/** Removes the examples of bodies; `examples` of schemas are arrays. */
function withoutExamples<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutExamples) as Value
  const isContent = 'schema' in value && !('in' in value)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(isContent && (name === 'example' || name === 'examples')))
      .map(([name, member]) => [name, withoutExamples(member)]),
  ) as Value
}

/** What a reader needs to know before a request: whether it reaches a hub that others use. */
const environmentOf = (baseUrl: string): string =>
  /^https?:\/\/(localhost|127\.|\[::1\])/.test(baseUrl) ? 'local' : 'production'

const introduction = (
  baseUrl: string,
): string => `All paths are relative to the address of the hub. Bodies are JSON in UTF-8. Times are in UTC with milliseconds.

- **Errors** are RFC 9457 problem documents. The member \`error\` is a permanent code; \`type\` is its help page below ${baseUrl}/docs/errors; \`errors\` lists every invalid field with its fix.
- **Lists** return \`data\` and \`page\`, newest first. Pass \`page.nextCursor\` as \`cursor\` while \`page.hasMore\` is true.
- **Writes** accept an \`Idempotency-Key\`. If you get no response, repeat the request with the same key.
- **Versions**: changes under v1 only add members. Ignore unknown members in responses; unknown members in requests are refused.
- **Requests** have an id, in the header \`X-Request-Id\` of every response and in the log of the hub.
- **Limits**: \`RateLimit\` and \`RateLimit-Policy\` give the remaining quota. A 429 response has \`Retry-After\`.`

/** Only tags that occur, in the order of the documentation. */
function usedTags(paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>): readonly { name: string }[] {
  const used = new Set(
    Object.values(paths).flatMap((item) =>
      Object.values(item).flatMap((operation) => (operation as { tags?: readonly string[] }).tags ?? []),
    ),
  )
  return [...tags.filter(({ name }) => used.delete(name)), ...[...used].map((name) => ({ name, description: name }))]
}
