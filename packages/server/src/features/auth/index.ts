import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { Credentials } from '../../http/principal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import { deriveKeys, type Keys } from '../../platform/secrets/encryption.ts'
import type { Ids } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { Accounts } from '../accounts/index.ts'
import type { PeopleFeature } from '../people/index.ts'
import { type Connections, connectionService } from './authorization/connections.ts'
import type { ClientMetadataNetwork } from './authorization/fetch-client-metadata.ts'
import { type NativeClients, nativeClientService } from './authorization/native-clients/native-clients.ts'
import { pruneAuthorizations } from './authorization/prune-authorizations.ts'
import { type RegisteredClients, registeredClients } from './authorization/registered-clients.ts'
import { type AuthorizationServer, describeAuthorizationServer } from './authorization-server.ts'
import { externalIssuerTokens } from './external-issuer-tokens.ts'
import { issuedTokens } from './issued-tokens.ts'
import { externalIssuerKeys } from './issuer-keys.ts'
import { bindAuth } from './routes.ts'
import { rotatingSigningKeys, type SigningKeys } from './signing-keys.ts'

export type { ClientMetadataNetwork } from './authorization/fetch-client-metadata.ts'
export type { AuthorizationServer } from './authorization-server.ts'
export type { SigningKeys } from './signing-keys.ts'

/** Access tokens: issued and checked by the hub itself, or issued by the configured outside issuer and only checked. */
/** `findClient` throws `issuer_unavailable`, `database_unavailable`. */
export interface AuthFeature extends Feature, Pick<Credentials, 'findClient'> {
  readonly registered: RegisteredClients
  /** Undefined where an outside issuer makes the tokens. */
  readonly authorizationServer: AuthorizationServer | undefined
}

export interface AuthOptions {
  readonly config: Pick<Config, 'publicUrl' | 'authIssuer' | 'mcpGate'>
  readonly database: Database
  readonly accounts: Accounts
  readonly people: PeopleFeature
  readonly connections: Connections
  readonly nativeClients: NativeClients
  readonly notifications: Notifications
  readonly secrets: Keys
  /** Those of this process: what is rotated through them, signs and is published at once. */
  readonly signingKeys: SigningKeys
  readonly ids: Ids
  /** How client metadata documents are fetched; tests replace it. */
  readonly clientMetadata?: ClientMetadataNetwork | undefined
  readonly clock: Clock
  readonly log: Log
}

function authFeature(options: AuthOptions): AuthFeature {
  const { config, accounts, clock, log } = options
  const registered = registeredClients(options)
  const authorizationServer = describeAuthorizationServer(config)
  if (config.authIssuer) {
    const { issuer, audience, accountClaim } = config.authIssuer
    const issuerKeys = externalIssuerKeys({ issuer, clock, log })
    return {
      registered,
      authorizationServer,
      findClient: externalIssuerTokens({ audience, accountClaim, accounts, issuerKeys, clock }),
      // Before the first token; nothing waits for it.
      start: () => void issuerKeys.preload(),
    }
  }
  const hasTools = config.mcpGate !== undefined
  const { connections, nativeClients, clientMetadata: network } = options
  const cookieKeys = deriveKeys(options.secrets, 'oauth cookies').map((key) => key.toString('base64url'))
  return {
    registered,
    authorizationServer,
    findClient: issuedTokens({ ...options, publicUrl: config.publicUrl }),
    jobs: [pruneAuthorizations(options)],
    bind: (http) =>
      bindAuth(http, {
        signingKeys: options.signingKeys,
        accounts,
        connections,
        registered,
        nativeClients,
        hasTools,
        network,
        people: options.people,
        cookieKeys,
      }),
  }
}

/** The signing keys as the hub with these secrets sees them; for operators' commands too. */
export const openSigningKeys = ({
  database,
  secrets,
  clock,
}: Pick<AuthOptions, 'database' | 'secrets' | 'clock'>): SigningKeys =>
  rotatingSigningKeys({ database, clock, sealingKeys: deriveKeys(secrets, 'signing-keys') })

export const signingKeys = defineFeature({
  name: 'signingKeys',
  needs: ['database', 'secrets', 'clock'],
  make: openSigningKeys,
})

export const connections = defineFeature({
  name: 'connections',
  needs: ['database', 'clock', 'audit'],
  make: connectionService,
})

export const nativeClients = defineFeature({
  name: 'nativeClients',
  needs: ['database', 'ids', 'clock', 'audit', 'connections'],
  make: nativeClientService,
})

export const auth = defineFeature({
  name: 'auth',
  needs: [
    'config',
    'database',
    'accounts',
    'people',
    'connections',
    'nativeClients',
    'notifications',
    'secrets',
    'signingKeys',
    'ids',
    'clientMetadata',
    'clock',
    'log',
  ],
  make: authFeature,
})
