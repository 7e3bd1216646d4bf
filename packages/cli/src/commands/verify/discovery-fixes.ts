/** What the operator of the service can do about each finding. */

const fixes: Readonly<Record<string, string>> = {
  unreachable: 'Check the address, the network, and that the service runs.',
  url_invalid: 'Use a complete address, such as https://hub.example/api/integration/verify.',
  url_insecure: 'Serve it over https, because metadata decides where credentials are sent.',
  status_unexpected: 'Serve it at exactly this address with status 200: no redirect, no credential, no other page.',
  challenge_missing: 'Send WWW-Authenticate with the 401: Bearer resource_metadata="<address of the metadata>".',
  resource_metadata_missing: 'Add resource_metadata="<address of the metadata>" to the challenge.',
  media_type_unexpected: 'Correct its Content-Type. If this is an HTML page, another program answers at this address.',
  json_invalid: 'Return one JSON object.',
  resource_mismatch: 'Set resource to the public address of the service. On a Spindle hub, set SPINDLE_PUBLIC_URL.',
  issuer_mismatch:
    'Set issuer to exactly the value in authorization_servers. On a Spindle hub, set SPINDLE_PUBLIC_URL.',
  member_missing: 'Add it.',
  member_invalid: 'Correct it.',
  bearer_method_unsupported: 'Add "header" to bearer_methods_supported, because credentials in URLs end up in logs.',
  resource_unknown: 'Add the resource to protected_resources, or omit that member.',
}

export const findDiscoveryFix = (code: string, step: string): string | undefined =>
  code === 'status_unexpected' && step === 'challenge'
    ? 'Use an address that answers 401 without a credential.'
    : fixes[code]
