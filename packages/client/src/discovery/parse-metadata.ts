import { type DiscoveryRule, rules } from './discovery-rules.ts'
import { check, fail, type Where } from './fetch-metadata.ts'

/** The checks of the two metadata documents. A rule that protects the client stops discovery; others are warnings. */

type Members = Record<string, unknown>

/** Puts the well-known name between host and path of an identifier (RFC 9728 section 3.1, RFC 8414 section 3.1). */
export function wellKnownUrl(name: string, identifier: string): string {
  const { origin, pathname, search } = new URL(identifier)
  return `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}${search}`
}

/** Protected Resource Metadata (RFC 9728 section 2). Members that are unknown here are kept. */
export interface ResourceMetadata {
  /** Identifier of the resource: its address. */
  readonly resource: string
  /** Name for people. */
  readonly resource_name?: string
  /** Issuers whose tokens it takes. */
  readonly authorization_servers: readonly string[]
  /** Scopes that mean something here. */
  readonly scopes_supported?: readonly string[]
  /** How a token may be sent; `header` here. */
  readonly bearer_methods_supported?: readonly string[]
  /** All other members of the document. */
  readonly [member: string]: unknown
}

/** How agents get credentials (interface 2.4). */
export interface AgentAuthMetadata {
  /** Address of the page for agents. */
  readonly skill?: string
  /** Where an agent would register itself. */
  readonly register_uri?: string
  /** Page where a person requests access. */
  readonly claim_uri?: string
  /** Kinds of identity that are accepted. */
  readonly identity_types_supported?: readonly string[]
  /** All other members of the document. */
  readonly [member: string]: unknown
}

/** Authorization Server Metadata (RFC 8414 section 2). Members that are unknown here are kept. */
export interface ServerMetadata {
  /** Identifier of the server; tokens carry it as `iss`. */
  readonly issuer: string
  /** The token endpoint. */
  readonly token_endpoint?: string
  /** Ways to a token. */
  readonly grant_types_supported?: readonly string[]
  /** Response types of its authorization endpoint. */
  readonly response_types_supported: readonly string[]
  /** How agents get credentials. */
  readonly agent_auth?: AgentAuthMetadata
  /** All other members of the document. */
  readonly [member: string]: unknown
}

/** Throws `DiscoveryError`; `asked` is the address that was refused. */
export function parseResourceMetadata(
  where: Where,
  members: Members,
  asked: string,
  warn: (words: string) => void,
): ResourceMetadata {
  const resource = requireIdentifier(where, members, 'resource', rules.isIdentifier)
  where.kept.add(rules.isIdentifier)
  check(where, rules.resourceIsOwn, wellKnownUrl('oauth-protected-resource', resource) === where.url, [
    'resource_mismatch',
    `resource "${resource}" has its metadata at a different address`,
  ])
  check(where, rules.resourceCovers, resource === asked || covers(resource, asked), [
    'resource_mismatch',
    `resource "${resource}" does not cover ${asked}`,
  ])
  if (resource !== asked)
    warn(`resource "${resource}" covers ${asked} but is not identical to it, as RFC 9728 section 3.3 requires`)
  const servers = findTexts(where, members, 'authorization_servers', warn)
  check(where, rules.namesServers, servers !== undefined, ['member_missing', 'authorization_servers is empty'])
  const methods = findTexts(where, members, 'bearer_methods_supported', warn)
  check(where, rules.takesHeader, methods === undefined || methods.includes('header'), [
    'bearer_method_unsupported',
    'bearer_methods_supported does not include header',
  ])
  findTexts(where, members, 'scopes_supported', warn)
  if (members.signed_metadata !== undefined) warn('signed_metadata is not verified')
  return members as ResourceMetadata
}

/** Throws `DiscoveryError`; `issuer` is the one from which the address was derived. */
export function parseServerMetadata(
  where: Where,
  members: Members,
  { issuer, resource }: { readonly issuer: string; readonly resource: string },
  warn: (words: string) => void,
): ServerMetadata {
  check(where, rules.issuerIsOwn, members.issuer === issuer, [
    'issuer_mismatch',
    `issuer is "${String(members.issuer)}", not "${issuer}"`,
  ])
  check(where, rules.namesResponses, findTexts(where, members, 'response_types_supported', warn) !== undefined, [
    'member_missing',
    'response_types_supported is missing',
  ])
  for (const name of ['token_endpoint', 'authorization_endpoint', 'jwks_uri'])
    if (members[name] !== undefined) requireIdentifier(where, members, name, rules.secureEndpoints)
  where.kept.add(rules.secureEndpoints)
  if (members.token_endpoint === undefined) warn('token_endpoint is missing: this server issues no tokens')
  const grants = findTexts(where, members, 'grant_types_supported', warn) ?? ['authorization_code', 'implicit']
  const isComplete = members.authorization_endpoint !== undefined || members.token_endpoint === undefined
  check(where, rules.completeGrants, isComplete || !grants.some(needsBrowser), [
    'member_missing',
    `authorization_endpoint is missing, but ${grants.join(', ')} need it`,
  ])
  const resources = findTexts(where, members, 'protected_resources', warn)
  check(where, rules.knowsResource, resources === undefined || resources.includes(resource), [
    'resource_unknown',
    `protected_resources does not contain "${resource}"`,
  ])
  const agentAuth = members.agent_auth
  if (agentAuth !== undefined && (typeof agentAuth !== 'object' || agentAuth === null))
    fail(where, 'member_invalid', 'agent_auth is not an object')
  return members as ServerMetadata
}

const needsBrowser = (grant: string): boolean => grant === 'authorization_code' || grant === 'implicit'

/**
 * Same origin, and the path is the same or below it: what the hub's challenge needs, since it names the root document.
 */
function covers(resource: string, asked: string): boolean {
  const whole = new URL(resource)
  const part = new URL(asked)
  const folder = whole.pathname.endsWith('/') ? whole.pathname : `${whole.pathname}/`
  return whole.origin === part.origin && `${part.pathname}/`.startsWith(folder) && whole.search === ''
}

function requireIdentifier(where: Where, members: Members, name: string, rule: DiscoveryRule): string {
  const value = members[name]
  if (typeof value !== 'string' || !URL.canParse(value))
    return fail(where, 'member_invalid', `${name} is not a URL`, { rule })
  const { protocol, hash } = new URL(value)
  if (protocol !== 'https:' && protocol !== new URL(where.url).protocol)
    return fail(where, 'url_insecure', `${name} is not https`, { rule })
  return hash === '' ? value : fail(where, 'member_invalid', `${name} has a fragment`, { rule })
}

/** A list of texts, undefined when it is absent or empty; both standards say that an empty one must be left out. */
function findTexts(where: Where, members: Members, name: string, warn: (words: string) => void): string[] | undefined {
  const value = members[name]
  if (value === undefined) return undefined
  if (!Array.isArray(value) || !value.every((item): item is string => typeof item === 'string'))
    return fail(where, 'member_invalid', `${name} is not a list of strings`)
  if (value.length > 0) return value
  warn(`${name} is empty and should be omitted`)
  return undefined
}
