import type { Config } from '../../config/config.ts'
import type { Challenges } from '../../http/credentials/challenge.ts'
import type { Feature } from '../../http/feature.ts'
import { bindDocuments } from '../../http/responses/documents.ts'
import type { Clock } from '../../platform/clock.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { AuthorizationServer } from '../auth/index.ts'
import { discoveryDocuments } from './documents.ts'
import type { DescribedMcpServer } from './mcp-documents.ts'

export { type DescribedMcpServer, mcpPath } from './mcp-documents.ts'

export interface DiscoveryOptions {
  readonly config: Config
  readonly auth: { readonly authorizationServer: AuthorizationServer | undefined }
  /** What `/mcp` says of itself; undefined where it is switched off. */
  readonly mcp: { readonly server: DescribedMcpServer | undefined }
  readonly challenges: Challenges
  readonly clock: Clock
}

/** Everything by which people, agents and crawlers find out what the hub is and how to use it. */
function discoveryFeature({ config, auth, mcp, challenges, clock }: DiscoveryOptions): Feature {
  const documents = discoveryDocuments({
    baseUrl: config.publicUrl,
    authorizationServer: auth.authorizationServer,
    mcp: mcp.server,
    outsideIssuer: config.authIssuer?.issuer,
    challenges,
    clock,
    serviceName: config.serviceName,
    integrationName: config.integrationName,
    contactEmail: config.contactEmail,
  })
  return { bind: (http) => bindDocuments(http, documents) }
}

export const discovery = defineFeature({
  name: 'discovery',
  needs: ['config', 'auth', 'mcp', 'challenges', 'clock'],
  make: discoveryFeature,
})
