/** What whoever runs the service does about each finding. */

const fixes: Readonly<Record<string, string>> = {
  unreachable: 'Check the address, the network, and that the service runs.',
  url_invalid: 'Give a whole address, such as https://hub.example/api/integration/verify.',
  url_insecure: 'Serve it over https; metadata decides where credentials go.',
  status_unexpected: 'Serve it at exactly this address with status 200: no redirect, no credential, no other page.',
  challenge_missing: 'Send WWW-Authenticate with the 401: Bearer resource_metadata="<address of the metadata>".',
  resource_metadata_missing: 'Add resource_metadata="<address of the metadata>" to the challenge.',
  media_type_unexpected: 'Correct its Content-Type. If this is a page, another program answers at this address.',
  json_invalid: 'Make it one JSON object.',
  resource_mismatch:
    'Make resource the public address of the service, whose well-known path leads here. A Spindle hub takes it from SPINDLE_PUBLIC_URL.',
  issuer_mismatch:
    'Make issuer, letter by letter, the one that authorization_servers names. A Spindle hub takes both from SPINDLE_PUBLIC_URL.',
  member_missing: 'Add it.',
  member_invalid: 'Correct it.',
  bearer_method_unsupported: 'Add "header" to bearer_methods_supported; credentials in addresses end up in logs.',
  resource_unknown: 'Add the resource to protected_resources, or leave that member out.',
}

export const findDiscoveryFix = (code: string, step: string): string | undefined =>
  code === 'status_unexpected' && step === 'challenge'
    ? 'Give an address that answers 401 without a credential.'
    : fixes[code]
