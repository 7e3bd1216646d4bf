/** Every `WWW-Authenticate` of the hub is made here (RFC 9110 section 11.6.1, RFC 6750 section 3, RFC 9728 section 5.1). */

export interface ChallengeError {
  readonly error: 'invalid_token' | 'invalid_request' | 'insufficient_scope'
  readonly description: string
  readonly scope?: string
}

export interface Challenges {
  bearer(problem?: ChallengeError): string
  apiKey(): string
}

/** `error` is left out when no credentials were given (RFC 6750 section 3.1). */
export function createChallenges(publicUrl: string): Challenges {
  const base = `Bearer realm="integration", resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"`
  return {
    bearer(problem) {
      if (!problem) return base
      const scope = problem.scope === undefined ? '' : `, scope="${problem.scope}"`
      return `${base}, error="${problem.error}", error_description="${problem.description}"${scope}`
    },
    apiKey: () => 'ApiKey realm="distributor"',
  }
}
