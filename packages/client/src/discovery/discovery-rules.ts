/** What the standards ask of each step of discovery. A report names the rules that were checked, an error the broken one. */

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
    challenge: rule('RFC 6750 section 5.3', 'The address is https, or this machine'),
    protected_resource: rule('RFC 9728 section 7.1', 'The address is https, or this machine'),
    authorization_server: rule('RFC 8414 section 6.1', 'The address is https, or this machine'),
  },
  unauthorized: rule('RFC 9110 section 15.5.2', 'Without a credential the answer is 401, and it carries a challenge'),
  namesMetadata: rule('RFC 9728 section 5.1', 'A challenge names the metadata by resource_metadata'),
  resourceDocument: rule('RFC 9728 section 3.2', 'The answer is 200 with an object of application/json'),
  isIdentifier: rule('RFC 9728 section 1.2', 'The resource is an https address without a fragment'),
  resourceIsOwn: rule('RFC 9728 section 3.3', 'The address of the metadata is the one its resource leads to'),
  resourceCovers: rule('RFC 9728 section 3.3', 'The resource is, or contains, the address that was asked'),
  namesServers: rule('RFC 9728 section 2', 'authorization_servers names an issuer'),
  takesHeader: rule('RFC 9728 section 2', 'Credentials can be sent by the Authorization header'),
  isTrusted: rule('RFC 9728 section 7.6', 'The issuer is one the client trusts'),
  serverDocument: rule('RFC 8414 section 3.2', 'The answer is 200 with an object of application/json'),
  issuerIsOwn: rule('RFC 8414 section 3.3', 'The issuer is the one that was asked'),
  namesResponses: rule('RFC 8414 section 2', 'response_types_supported is there'),
  secureEndpoints: rule('RFC 8414 section 2', 'Every endpoint is an https address without a fragment'),
  completeGrants: rule('RFC 8414 section 2', 'Grants that need an authorization_endpoint have one'),
  knowsResource: rule('RFC 9728 section 4', 'protected_resources, where it is there, names the resource'),
} as const
