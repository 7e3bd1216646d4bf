import type { Fetch } from '../transport/transport.ts'
import { type Challenge, parseChallenges } from './challenge.ts'
import { ask, askForObject, fail, requireSafeUrl, type StepContext } from './fetch-step.ts'
import {
  parseResourceMetadata,
  parseServerMetadata,
  type ResourceMetadata,
  type ServerMetadata,
  wellKnownUrl,
} from './metadata.ts'

/** How discovery asks. */
export interface DiscoverOptions {
  readonly fetch?: Fetch | undefined
  /** Limit of each request; default 10 s. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Chooses among the issuers a resource names; default the first. RFC 9728 section 7.6: only one you trust. */
  readonly selectIssuer?: ((issuers: readonly string[]) => string | undefined) | undefined
}

/** What was learned about a resource that asks for credentials. */
export interface Discovery {
  /** The challenge that named the metadata. */
  readonly challenge: Challenge
  readonly resourceMetadataUrl: string
  readonly resource: ResourceMetadata
  readonly serverMetadataUrl: string
  readonly server: ServerMetadata
  /** What the standards ask for and is not so, without standing in the way. */
  readonly warnings: readonly string[]
}

/**
 * The discovery loop: given an address that answers 401, follows challenge (RFC 9728 section 5.1) -> Protected Resource
 * Metadata (RFC 9728) -> Authorization Server Metadata (RFC 8414). Throws `DiscoveryError`, which names the step.
 * Sends no credentials. Browsers see a challenge of another origin only when that origin exposes it.
 */
export async function discover(url: string, options: DiscoverOptions = {}): Promise<Discovery> {
  const { fetch = (input, init) => globalThis.fetch(input, init), timeoutMs = 10_000, signal, selectIssuer } = options
  const at = (step: StepContext['step'], address: string): StepContext => ({
    step,
    url: address,
    fetch,
    timeoutMs,
    signal,
  })
  const warnings: string[] = []
  const warn = (words: string): void => void warnings.push(words)

  const { challenge, metadataUrl } = await readChallenge(at('challenge', url))

  const resourceStep = at('protected_resource', metadataUrl)
  const resource = parseResourceMetadata(resourceStep, await askForObject(resourceStep), url, warn)

  const issuer = selectIssuer ? selectIssuer(resource.authorization_servers) : resource.authorization_servers[0]
  if (issuer === undefined)
    return fail(resourceStep, 'issuer_untrusted', `none of ${resource.authorization_servers.join(', ')} was chosen`)
  requireSafeUrl({ step: 'authorization_server', url: issuer })
  const serverStep = at('authorization_server', wellKnownUrl('oauth-authorization-server', issuer))
  const expected = { issuer, resource: resource.resource }
  const server = parseServerMetadata(serverStep, await askForObject(serverStep), expected, warn)

  return {
    challenge,
    resourceMetadataUrl: metadataUrl,
    resource,
    serverMetadataUrl: serverStep.url,
    server,
    warnings,
  }
}

async function readChallenge(context: StepContext): Promise<{ challenge: Challenge; metadataUrl: string }> {
  const response = await ask(context)
  await response.body?.cancel()
  if (response.status !== 401)
    return fail(context, 'status_unexpected', `the answer is ${response.status}, not 401: there is nothing to discover`)
  const header = response.headers.get('www-authenticate')
  if (header === null) return fail(context, 'challenge_missing', 'the 401 carries no WWW-Authenticate')
  const challenges = parseChallenges(header)
  const challenge = challenges.find(({ parameters }) => parameters.resource_metadata !== undefined)
  if (!challenge)
    return fail(context, 'resource_metadata_missing', `no challenge names resource_metadata: ${header.slice(0, 300)}`)
  return { challenge, metadataUrl: challenge.parameters.resource_metadata ?? '' }
}
