import type { Feature } from '../../http/feature.ts'
import type { ApiKeyPrincipal, Credentials } from '../../http/principal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Ids } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { AccessByMaker, Audit } from '../people/index.ts'
import { type CallerDescriptionsOptions, callerDescriptions } from './describe-caller.ts'
import { keyFinder } from './key-finder.ts'
import { listLiveKeys } from './key-queries.ts'
import { keyUsage } from './key-usage.ts'
import { keysByMaker } from './keys-by-maker.ts'
import { bindKeys } from './routes.ts'
import { type KeyService, keyService } from './service.ts'

export { keyService } from './service.ts'

/** API keys: their operations, and the check of presented keys. */
export interface KeysFeature extends Feature, Pick<Credentials, 'listLiveKeys'> {
  readonly service: KeyService
  readonly byMaker: AccessByMaker
  findApiKey(presented: string, network?: string): Promise<ApiKeyPrincipal | undefined>
}

export interface KeysOptions extends CallerDescriptionsOptions {
  readonly database: Database
  readonly notifications: Notifications
  readonly ids: Ids
  readonly clock: Clock
  readonly log: Log
  readonly audit: Audit
}

function keysFeature(options: KeysOptions): KeysFeature {
  const { database, notifications, ids, clock, log, audit } = options
  const usage = keyUsage({ database, clock, log })
  const finder = keyFinder({ database, notifications, clock, usage })
  const service = keyService({ ids, clock, audit, notifications })
  return {
    service,
    byMaker: keysByMaker({ database, clock, notifications }),
    findApiKey: finder.find,
    listLiveKeys: async (rights) =>
      rights.length === 0 ? [] : listLiveKeys(database.system, rights, new Date(clock.now())),
    bind: (http) => bindKeys(http, service, callerDescriptions(options)),
    start: usage.start,
    close: usage.close,
  }
}

export const keys = defineFeature({
  name: 'keys',
  needs: ['database', 'notifications', 'ids', 'clock', 'log', 'audit', 'accounts', 'config', 'quotas'],
  make: keysFeature,
})
