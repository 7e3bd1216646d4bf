import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { ClientPrincipal } from '../../http/principal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Database } from '../../platform/database/sql.ts'
import { deriveKey } from '../../platform/encryption.ts'
import type { Log } from '../../platform/log.ts'
import type { Accounts } from '../accounts/index.ts'
import { externalIssuerTokens } from './external-issuer-tokens.ts'
import { issuedTokens } from './issued-tokens.ts'
import { externalIssuerKeys } from './issuer-keys.ts'
import { bindAuth } from './routes.ts'
import { rotatingSigningKeys, type SigningKeys } from './signing-keys.ts'

export { type AuthorizationServer, describeAuthorizationServer } from './authorization-server.ts'
export type { SigningKeys } from './signing-keys.ts'

/** Access tokens: issued and checked by the hub itself, or issued by the configured outside issuer and only checked. */
export interface AuthFeature extends Feature {
  /** Undefined for whatever is no valid token; throws `issuer_unavailable`, `database_unavailable`. */
  findClient(token: string): Promise<ClientPrincipal | undefined>
}

export interface AuthOptions {
  readonly config: Pick<Config, 'publicUrl' | 'authIssuer'>
  readonly database: Database
  readonly accounts: Accounts
  readonly notifications: Notifications
  readonly secret: Buffer
  readonly clock: Clock
  readonly log: Log
}

export function authFeature(options: AuthOptions): AuthFeature {
  const { config, accounts, clock, log } = options
  if (config.authIssuer) {
    const { issuer, audience, accountClaim } = config.authIssuer
    const issuerKeys = externalIssuerKeys({ issuer, clock, log })
    return {
      findClient: externalIssuerTokens({ audience, accountClaim, accounts, issuerKeys, clock }),
      // Ahead of the first token; nobody waits for it.
      start: () => void issuerKeys.preload(),
    }
  }
  const signingKeys = openSigningKeys(options)
  return {
    findClient: issuedTokens({ ...options, publicUrl: config.publicUrl, signingKeys }),
    bind: (http) => bindAuth(http, { signingKeys, accounts }),
  }
}

/** The signing keys as the hub with this secret sees them; for operators' commands too. */
export const openSigningKeys = ({
  database,
  secret,
  clock,
}: Pick<AuthOptions, 'database' | 'secret' | 'clock'>): SigningKeys =>
  rotatingSigningKeys({ database, clock, sealingKey: deriveKey(secret, 'signing-keys') })
