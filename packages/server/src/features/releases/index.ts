import { parseGtin, type Rule } from '@spindle/contract'
import type { Feature } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, TenantTransaction } from '../../platform/database/sql.ts'
import type { AccountId, Ids } from '../../platform/ids.ts'
import { defineJob, type Jobs, jobHandler } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Outlets } from '../outlets/index.ts'
import { createChecker } from './check/check.ts'
import { findReleasesToCheck, isUploadReferred } from './check/store.ts'
import { createDeliveries } from './deliveries/deliveries.ts'
import { createDeliveryJobs } from './deliveries/worker.ts'
import { createAssigner } from './identifiers/assign.ts'
import { fillUpcPool } from './identifiers/store.ts'
import { bindLegacyHeaders } from './legacy-headers.ts'
import { createReleaseReading } from './reading.ts'
import { createReviews, type Reviews } from './review.ts'
import { bindReleases } from './routes.ts'
import { createReleaseService } from './service.ts'
import { createSubmission } from './submission.ts'

export { searchQueryOf } from './list/store.ts'
export type { Rejection, ReviewIssue, Reviews, WaitingReview } from './review.ts'

/** Releases from the draft to every outlet and down again. */
export interface Releases extends Feature {
  readonly reviews: Reviews
  /** To be called in the transaction in which the analysis of an upload ends: drafts that refer to it are checked again. */
  onUploadAnalysed(trx: TenantTransaction, accountId: AccountId, uploadId: string): Promise<void>
  /** True while a release, or an outlet, has need of the upload. */
  isUploadInUse(sql: Pick<TenantTransaction, 'row'>, uploadId: string): Promise<boolean>
}

export interface ReleasesOptions {
  readonly database: Database
  readonly jobs: Jobs
  readonly outlets: Pick<Outlets, 'list' | 'adapterOf'>
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** Rules uploads are checked by, published with ours. */
  readonly uploadRules: readonly Rule[]
  readonly config: {
    readonly review: 'auto' | 'manual'
    readonly isrcPrefix: string | undefined
    readonly upcPool: readonly string[]
  }
}

interface Recheck {
  readonly accountId: AccountId
  readonly uploadId: string
}
const recheckJob = defineJob<Recheck>('recheckReleases')

export function releasesFeature({
  database,
  jobs,
  outlets,
  clock,
  ids,
  log,
  config,
  uploadRules,
}: ReleasesOptions): Releases {
  const checker = createChecker({
    clock,
    assignsIsrc: config.isrcPrefix !== undefined,
    outletIds: () => outlets.list().map(({ id }) => id),
  })
  const assigner = createAssigner({ clock, isrcPrefix: config.isrcPrefix })
  const deliveries = createDeliveries({ outlets, jobs, clock, ids })
  const submission = createSubmission({ checker, assigner, deliveries, clock, review: config.review })
  const service = createReleaseService({ checker, submission, deliveries, clock, ids })
  const reading = createReleaseReading(outlets)

  // A job of its own: the analysis holds the lock of its upload, and a change of a release takes the locks the other
  // way round.
  const recheck = jobHandler({
    job: recheckJob,
    async handle({ accountId, uploadId }) {
      for (const { id } of await findReleasesToCheck(database.tenant(accountId), uploadId))
        await database.tenantTransaction(accountId, (trx) => service.recheck(trx, id))
    },
  })
  return {
    reviews: createReviews({ database, service, submission }),
    jobs: [recheck, ...createDeliveryJobs({ database, outlets, jobs, clock, ids, log })],
    bind(http) {
      bindLegacyHeaders(http)
      bindReleases(http, { service, reading, uploadRules })
    },
    // Fills the pool of UPCs from the configuration.
    start: () => fillUpcPool(database, poolOf(config.upcPool, log)),
    onUploadAnalysed: (trx, accountId, uploadId) =>
      jobs.enqueue(trx.transaction, recheckJob, { accountId, uploadId }, { key: `recheck:${uploadId}` }),
    isUploadInUse: isUploadReferred,
  }
}

function poolOf(codes: readonly string[], log: Log): { gtin14: string; written: string }[] {
  return codes.flatMap((written) => {
    const gtin14 = parseGtin(written)
    if (gtin14 !== undefined) return [{ gtin14, written }]
    log.warn('releases.upc_pool_code_invalid', { code: written })
    return []
  })
}
