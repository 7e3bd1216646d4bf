import type { AdapterPayload } from 'oidc-provider'

/**
 * `spindle`, the one client that is there without being registered: public (RFC 6749 section 2.1), so it proves nothing
 *
 * but that the same program that began exchanges the code (PKCE). It listens on the local machine, on any port (RFC
 * 8252 section 7.3).
 */
export const commandLineClientId = 'spindle'

export const commandLineClient: AdapterPayload = {
  client_id: commandLineClientId,
  client_name: 'spindle',
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code'],
  response_types: ['code'],
  redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
}
