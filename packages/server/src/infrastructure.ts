import { accountQuotas } from './features/accounts/index.ts'
import { keepBytesDuringBackups, restoreHold } from './features/backups/index.ts'
import type { Belongings } from './features/hub-identity/index.ts'
import { clientAddresses } from './http/connections/client-address.ts'
import type { Http } from './http/context.ts'
import { challengesFor } from './http/credentials/challenge.ts'
import { rateLimiter } from './http/limits/rate-limit.ts'
import type { Blobs } from './platform/blobs/blobs.ts'
import { blobsFrom } from './platform/blobs/blobs-from-config.ts'
import { diskReserve } from './platform/blobs/disk-reserve.ts'
import type { DatabaseClock } from './platform/database/database-clock.ts'
import { databaseNotifications } from './platform/database/notifications.ts'
import { readsFrom } from './platform/database/standby/standby-reads.ts'
import { jobQueue } from './platform/jobs/jobs.ts'
import { deferredMetrics } from './platform/metrics/deferred-metrics.ts'
import type { OpenDatabase } from './platform/open-database.ts'
import type { Keys } from './platform/secrets/encryption.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import { idGenerator } from './platform/values/ids.ts'

export type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>

interface InfrastructureParts {
  readonly opened: OpenDatabase
  readonly databaseClock: DatabaseClock
  readonly blobs?: Blobs | undefined
  readonly tracing?: Tracing | undefined
  /** Checks that secret, storage and database belong together before anything is changed, and returns the secrets. */
  readonly openSecrets: (belongings: Belongings) => Promise<Keys>
}

/** The parts that do not depend on music. */
export async function openInfrastructure(base: Pick<Http, 'config' | 'log' | 'clock'> & InfrastructureParts) {
  const { config, log, opened, clock } = base
  const jobs = jobQueue(base.tracing)
  const metrics = deferredMetrics()
  const bareBlobs = base.blobs ?? blobsFrom({ ...config, onStoreRequest: metrics.observeStoreRequest })
  const blobs = keepBytesDuringBackups(bareBlobs, { ...opened, jobs, now: clock.now })
  const secrets = await base.openSecrets({ system: opened.database.system, blobs: bareBlobs, config })
  return {
    ...base,
    blobs,
    bareBlobs,
    diskReserve: diskReserve(blobs, { reserveBytes: config.diskReserveBytes, now: clock.now }),
    quotas: accountQuotas(config.quotas, clock),
    database: opened.database,
    reads: readsFrom({ ...opened, clock, log }),
    isHeld: restoreHold(opened.database.system),
    ids: idGenerator(clock),
    metrics,
    secrets,
    notifications: databaseNotifications(opened.connection, log),
    challenges: challengesFor(config.publicUrl, {
      hasToolTokens: config.mcpGate !== undefined && config.authIssuer === undefined,
    }),
    clientAddresses: clientAddresses(config),
    rateLimiter: rateLimiter(clock),
    jobs,
  }
}
