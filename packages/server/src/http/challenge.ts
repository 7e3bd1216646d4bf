/** Every `WWW-Authenticate` of the hub is made here (RFC 9110 section 11.6.1, RFC 6750 section 3, RFC 9728 section 5.1). */

export interface ChallengeError {
  readonly error: 'invalid_token' | 'invalid_request' | 'insufficient_scope'
  readonly description: string
  readonly scope?: string
}

export interface Challenges {
  bearer(problem?: ChallengeError): string
  apiKey(): string
  /** For a resource with metadata of its own; `path` is where it lies below the base URL. */
  bearerAt(path: string, problem?: ChallengeError): string
}

/** `error` is left out when no credentials were given (RFC 6750 section 3.1). */
export function challengesFor(publicUrl: string): Challenges {
  const metadata = `${publicUrl}/.well-known/oauth-protected-resource`
  return {
    bearer: (problem) => challenge('integration', metadata, problem),
    apiKey: () => 'ApiKey realm="distributor"',
    bearerAt: (path, problem) => challenge('distributor', `${metadata}${path}`, problem),
  }
}

function challenge(realm: string, metadata: string, problem: ChallengeError | undefined): string {
  const base = `Bearer realm="${realm}", resource_metadata="${metadata}"`
  if (!problem) return base
  const scope = problem.scope === undefined ? '' : `, scope="${problem.scope}"`
  return `${base}, error="${problem.error}", error_description="${problem.description}"${scope}`
}
