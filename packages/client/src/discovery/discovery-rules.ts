/**
 * What the standards require of each step of discovery. A report names the rules that were checked, an error the broken
 * one.
 */

/** One rule of a standard. */
export interface DiscoveryRule {
  /** Document and section: `RFC 9728 section 3.3`. */
  readonly source: string
  /** The rule in words. */
  readonly text: string
}

const rule = (source: string, text: string): DiscoveryRule => ({ source, text })

/** The rules of the three steps, by what they hold. */
export const rules = {
  secure: {
    challenge: rule('RFC 6750 section 5.3', 'The address uses https or is on this machine'),
    protected_resource: rule('RFC 9728 section 7.1', 'The address uses https or is on this machine'),
    authorization_server: rule('RFC 8414 section 6.1', 'The address uses https or is on this machine'),
  },
  unauthorized: rule('RFC 9110 section 15.5.2', 'Without a credential, the response is 401 with a challenge'),
  namesMetadata: rule('RFC 9728 section 5.1', 'A challenge has the metadata URL in resource_metadata'),
  resourceDocument: rule('RFC 9728 section 3.2', 'The response is 200 with an application/json object'),
  isIdentifier: rule('RFC 9728 section 1.2', 'The resource is an https URL without a fragment'),
  resourceIsOwn: rule('RFC 9728 section 3.3', 'The metadata URL is derived from its resource'),
  resourceCovers: rule('RFC 9728 section 3.3', 'The resource is or contains the requested address'),
  namesServers: rule('RFC 9728 section 2', 'authorization_servers contains an issuer'),
  takesHeader: rule('RFC 9728 section 2', 'Credentials can be sent in the Authorization header'),
  isTrusted: rule('RFC 9728 section 7.6', 'The issuer is one the client trusts'),
  serverDocument: rule('RFC 8414 section 3.2', 'The response is 200 with an application/json object'),
  issuerIsOwn: rule('RFC 8414 section 3.3', 'The issuer is the requested one'),
  namesResponses: rule('RFC 8414 section 2', 'response_types_supported is present'),
  secureEndpoints: rule('RFC 8414 section 2', 'Every endpoint is an https URL without a fragment'),
  completeGrants: rule('RFC 8414 section 2', 'There is an authorization_endpoint for grants that need one'),
  knowsResource: rule('RFC 9728 section 4', 'protected_resources, if present, contains the resource'),
} as const
