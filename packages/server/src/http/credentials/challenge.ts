/**
 * Every `WWW-Authenticate` of the hub is made here (RFC 9110 section 11.6.1, RFC 6750 section 3, RFC 9728 section 5.1).
 */

export interface ChallengeError {
  readonly error: 'invalid_token' | 'invalid_request' | 'insufficient_scope'
  readonly description: string
  readonly scope?: string
}

export interface Challenges {
  /** Where a Bearer token is accepted that is not a JWT: the metadata is that of the whole hub (interface 4 rule 1). */
  bearer(problem?: ChallengeError): string
  /** Where a JWT is taken: the metadata is that of key management. */
  jwt(problem?: ChallengeError): string
  apiKey(): string
  /** Where an API key may come as Bearer token. It names metadata where a person's JWT may come as well. */
  bearerKey(problem?: ChallengeError): string
  /** `Link` of every 401: where a client reads how to come to a credential (RFC 8631). */
  readonly serviceDoc: string
}

/** The paths with Protected Resource Metadata of their own: nowhere else does a JWT work. */
export const jwtResourcePath = '/api/v1/distributor/keys'
export const toolsResourcePath = '/mcp'

/** `error` is left out when no credentials were given (RFC 6750 section 3.1). */
export function challengesFor(
  publicUrl: string,
  { hasToolTokens = false }: { readonly hasToolTokens?: boolean } = {},
): Challenges {
  const metadata = `${publicUrl}/.well-known/oauth-protected-resource`
  return {
    bearer: (problem) => bearerChallenge({ realm: 'integration', resource_metadata: metadata }, problem),
    jwt: (problem) =>
      bearerChallenge({ realm: 'distributor', resource_metadata: `${metadata}${jwtResourcePath}` }, problem),
    apiKey: () => 'ApiKey realm="distributor"',
    bearerKey: (problem) =>
      bearerChallenge(
        { realm: 'distributor', ...(hasToolTokens && { resource_metadata: `${metadata}${toolsResourcePath}` }) },
        problem,
      ),
    serviceDoc: `<${new URL(publicUrl).pathname.replace(/\/$/, '')}/auth.md>; rel="service-doc"`,
  }
}

function bearerChallenge(parameters: Readonly<Record<string, string>>, problem: ChallengeError | undefined): string {
  const { error, description, scope } = problem ?? {}
  const all = { ...parameters, error, error_description: description, scope }
  const texts = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`]))
  return `Bearer ${texts.join(', ')}`
}
