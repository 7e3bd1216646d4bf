import { environmentFetch } from '#environment-fetch'
import type { DiscoveryStep } from '../errors.ts'
import type { Fetch } from '../transport/transport.ts'
import { type DiscoveryRule, rules } from './discovery-rules.ts'
import { ask, askForObject, check, fail, requireSafeUrl, type StepContext } from './fetch-metadata.ts'
import { type Challenge, parseChallenges } from './parse-challenges.ts'
import {
  parseResourceMetadata,
  parseServerMetadata,
  type ResourceMetadata,
  type ServerMetadata,
  wellKnownUrl,
} from './parse-metadata.ts'

/** How discovery sends its requests. */
export interface DiscoverOptions {
  /** Default as of the client. */
  readonly fetch?: Fetch | undefined
  /** Limit of each request; default 10 s. */
  readonly timeoutMs?: number | undefined
  /** Ends discovery with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Chooses among the issuers a resource names; default the first. RFC 9728 section 7.6: only one you trust. */
  readonly selectIssuer?: ((issuers: readonly string[]) => string | undefined) | undefined
  /** Called with each step when it is done. */
  readonly onStep?: ((report: DiscoveryReport) => void) | undefined
}

/** A finished step: what was read, from which address, and the rules that it keeps. */
export interface DiscoveryReport {
  /** Which step. */
  readonly step: DiscoveryStep
  /** Where it was read. */
  readonly url: string
  /** The challenge or the document. */
  readonly found: Challenge | ResourceMetadata | ServerMetadata
  /** The rules that were checked and hold. */
  readonly rules: readonly DiscoveryRule[]
  /** Violations of the standards that do not prevent use. */
  readonly warnings: readonly string[]
}

/** The metadata of a resource that requires credentials. */
export interface Discovery {
  /** The challenge that named the metadata. */
  readonly challenge: Challenge
  /** Where the Protected Resource Metadata is. */
  readonly resourceMetadataUrl: string
  /** The Protected Resource Metadata (RFC 9728). */
  readonly resource: ResourceMetadata
  /** Where the Authorization Server Metadata is. */
  readonly serverMetadataUrl: string
  /** The Authorization Server Metadata (RFC 8414). */
  readonly server: ServerMetadata
  /** Violations of the standards that do not prevent use. */
  readonly warnings: readonly string[]
}

/**
 * The discovery loop: given an address that answers 401, follows challenge (RFC 9728 section 5.1) -> Protected Resource
 * Metadata (RFC 9728) -> Authorization Server Metadata (RFC 8414). Throws `DiscoveryError`, which names the step.
 * Sends no credentials. Browsers see a challenge of another origin only when that origin exposes it.
 */
export async function discover(url: string, options: DiscoverOptions = {}): Promise<Discovery> {
  const { fetch = environmentFetch, timeoutMs = 10_000, signal, selectIssuer } = options
  const at = (step: StepContext['step'], address: string): StepContext => ({
    step,
    url: address,
    fetch,
    timeoutMs,
    signal,
    kept: new Set(),
  })
  const warnings: string[] = []
  const warn = (words: string): void => void warnings.push(words)
  let told = 0
  const done = ({ step, url: address, kept }: StepContext, found: DiscoveryReport['found']): void => {
    options.onStep?.({ step, url: address, found, rules: [...kept], warnings: warnings.slice(told) })
    told = warnings.length
  }

  const challengeStep = at('challenge', url)
  const challenge = await readChallenge(challengeStep)
  const metadataUrl = challenge.parameters.resource_metadata ?? ''
  done(challengeStep, challenge)

  const resourceStep = at('protected_resource', metadataUrl)
  const resource = parseResourceMetadata(
    resourceStep,
    await askForObject(resourceStep, rules.resourceDocument),
    url,
    warn,
  )
  const issuer = selectIssuer ? selectIssuer(resource.authorization_servers) : resource.authorization_servers[0]
  if (issuer === undefined)
    return fail(
      resourceStep,
      'issuer_untrusted',
      `none of the authorization servers ${resource.authorization_servers.join(', ')} was chosen`,
      {
        rule: rules.isTrusted,
      },
    )
  done(resourceStep, resource)

  requireSafeUrl(at('authorization_server', issuer))
  const serverStep = at('authorization_server', wellKnownUrl('oauth-authorization-server', issuer))
  const expected = { issuer, resource: resource.resource }
  const server = parseServerMetadata(serverStep, await askForObject(serverStep, rules.serverDocument), expected, warn)
  done(serverStep, server)

  return {
    challenge,
    resourceMetadataUrl: metadataUrl,
    resource,
    serverMetadataUrl: serverStep.url,
    server,
    warnings,
  }
}

async function readChallenge(context: StepContext): Promise<Challenge> {
  const response = await ask(context)
  await response.body?.cancel()
  check(context, rules.unauthorized, response.status === 401, [
    'status_unexpected',
    `the response is ${response.status}, not 401, so there is nothing to discover`,
  ])
  const header = response.headers.get('www-authenticate')
  if (header === null)
    return fail(context, 'challenge_missing', 'the 401 has no WWW-Authenticate header', { rule: rules.unauthorized })
  const challenge = parseChallenges(header).find(({ parameters }) => parameters.resource_metadata !== undefined)
  if (!challenge)
    return fail(context, 'resource_metadata_missing', `no challenge has resource_metadata: ${header.slice(0, 300)}`, {
      rule: rules.namesMetadata,
    })
  context.kept.add(rules.namesMetadata)
  return challenge
}
