import { registerAgent, verifyIntegration } from '@spindle/contract'
import type { Config } from '../../config/config.ts'
import type { IntegrationToken } from '../../config/integration-tokens.ts'
import type { ClientAddresses } from '../../http/connections/client-address.ts'
import type { Challenges } from '../../http/credentials/challenge.ts'
import type { Feature } from '../../http/feature.ts'
import type { RateLimiter } from '../../http/limits/rate-limit.ts'
import type { PropertyPrincipal } from '../../http/principal.ts'
import type { RawHandler } from '../../http/server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Ids } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import { checkTokens } from './check-tokens.ts'
import { knownProperties } from './known-properties.ts'
import { registrationRefusalHandler } from './registration-refusal.ts'
import { tokenFile } from './token-file.ts'
import { tokenRegistry } from './token-registry.ts'
import { type VerificationRecord, verificationRecord } from './verification-record.ts'
import { prepareVerification, verifyHandler } from './verify-handler.ts'

export { checkTokens } from './check-tokens.ts'

/** Integration verification and the registration refusal: what a property proves itself with. */
export interface IntegrationFeature extends Feature {
  readonly rawHandlers: readonly RawHandler[]
  findProperty(token: string): PropertyPrincipal | undefined
  /** One for each token that the property has now, at this process. */
  findSigningKeys(property: string): readonly Buffer[]
  /** The properties that have a token right now, at any running process. */
  properties(): readonly string[]
  /** Those that this process has tokens of. */
  ownProperties(): readonly string[]
  /** Goes by the properties that the running processes have: for the operator's commands. */
  learnProperties(): Promise<void>
  readonly record: Pick<VerificationRecord, 'findVerified' | 'countRefusals'>
  /** Reads the tokens file again; resolves at once where tokens come from the environment. */
  reload(): Promise<void>
}

export interface IntegrationOptions {
  readonly config: Config
  readonly challenges: Challenges
  readonly rateLimiter: RateLimiter
  readonly clientAddresses: ClientAddresses
  readonly ids: Ids
  readonly database: Database
  readonly clock: Clock
  readonly notifications: Pick<Notifications, 'on'>
  readonly log: Log
  readonly metrics: Metrics
}

export function integrationFeature({
  config,
  challenges,
  rateLimiter,
  clientAddresses,
  ids,
  database,
  clock,
  notifications,
  log,
  metrics,
}: IntegrationOptions): IntegrationFeature {
  const names = { service: config.serviceName, integration: config.integrationName }
  const registry = tokenRegistry(config.integrationTokens, (entry) => prepareVerification(names, entry))
  const known = knownProperties({ database, notifications, log, configured: registry.properties })
  const record = verificationRecord({ database, clock, log })
  const path = config.integrationTokensFile
  const replaceTokens = (tokens: readonly IntegrationToken[]): void => {
    registry.replace(tokens)
    void known.sync()
  }
  const file = path === undefined ? undefined : tokenFile({ path, log, onTokens: replaceTokens })
  const verify = verifyHandler({
    registry,
    publicUrl: config.publicUrl,
    corsOrigins: config.corsOrigins,
    challenges,
    ids,
    metrics,
    record,
    rateLimiter,
    clientAddresses,
    failedCredentialsPerMinute: config.rateLimits?.failedCredentialsPerMinute,
  })
  return {
    rawHandlers: [verify, registrationRefusalHandler({ publicUrl: config.publicUrl, ids })],
    findProperty(token) {
      const found = registry.find(token)
      return found && { kind: 'property', id: found.property, signingKey: found.signingKey }
    },
    findSigningKeys: (property) => registry.list(property).map(({ signingKey }) => signingKey),
    properties: known.list,
    ownProperties: registry.properties,
    learnProperties: known.learn,
    record,
    reload: async () => file?.reload(),
    checks: [{ name: 'integration tokens', run: () => checkTokens(config.integrationTokens.length) }],
    // Answered by the raw handlers; the table makes 405 and OPTIONS right for the remaining methods.
    bind: ({ table }) => {
      for (const { method, path: at } of [verifyIntegration, registerAgent]) table.add(method, at, 'api')
    },
    async start() {
      await known.start()
      file?.watch()
      record.start()
    },
    async close() {
      file?.close()
      await known.close()
      await record.close()
    },
  }
}

export const integration = defineFeature({
  name: 'integration',
  needs: [
    'config',
    'challenges',
    'rateLimiter',
    'clientAddresses',
    'ids',
    'database',
    'clock',
    'notifications',
    'log',
    'metrics',
  ],
  make: integrationFeature,
})
