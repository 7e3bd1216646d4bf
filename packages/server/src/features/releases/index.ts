import { parseGtin, type Summary } from '@spindle/contract'
import type { Feature } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { AccountId, Ids } from '../../platform/ids.ts'
import { defineJob, type Jobs, jobHandler } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Accounts, Quotas } from '../accounts/index.ts'
import type { OutletsFeature } from '../outlets/index.ts'
import { bindCatalog } from './catalog/routes.ts'
import { releaseChecker } from './check/release-checker.ts'
import { findReleasesToCheck, isUploadReferred } from './check/store.ts'
import { releaseDeliveries } from './deliveries/change-deliveries.ts'
import { deliveryJobs } from './deliveries/delivery-jobs.ts'
import { bindLegacyHeaders } from './legacy-headers.ts'
import { type ReleaseReader, releaseReader } from './reading/read-releases.ts'
import { countByStatus, findAttention, findReadyDrafts } from './reading/summary-store.ts'
import { type Reviews, releaseReviews } from './review/review-releases.ts'
import { bindReleases } from './routes.ts'
import { releaseService } from './service.ts'
import { identifierAssigner } from './submission/assign-identifiers.ts'
import { fillUpcPool } from './submission/identifier-store.ts'
import { releaseSubmitter } from './submission/submit-release.ts'

export type { Rejection, Reviewer, Reviews, ShownReview, WaitingReview } from './review/review-releases.ts'

/** Releases from the draft to every outlet and down again. */
export interface Releases extends Feature {
  readonly reviews: Reviews
  /** To be called in the transaction in which the analysis of an upload ends: drafts that refer to it are checked again. */
  onUploadAnalysed(trx: TenantTransaction, accountId: AccountId, uploadId: string): Promise<void>
  /** What happened to the releases of an account, newest first. */
  readonly findActivity: ReleaseReader['findActivity']
  /** The releases of an account at a glance. */
  summarise(tenant: Tenant): Promise<Omit<Summary, 'streams'>>
  /** True while a release, or an outlet, has need of the upload. */
  isUploadInUse(sql: Pick<TenantTransaction, 'row'>, uploadId: string): Promise<boolean>
}

export interface ReleasesOptions {
  readonly database: Database
  readonly jobs: Jobs
  readonly accounts: Pick<Accounts, 'findName' | 'findNames'>
  readonly outlets: Pick<OutletsFeature, 'list' | 'adapterOf'>
  readonly quotas: Quotas
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly config: {
    readonly review: 'auto' | 'manual'
    readonly reviewFreeMembers: readonly string[]
    readonly isrcPrefix: string | undefined
    readonly upcPool: readonly string[]
  }
}

interface Recheck {
  readonly accountId: AccountId
  readonly uploadId: string
}
const recheckJob = defineJob<Recheck>('recheckReleases')

export function releasesFeature(options: ReleasesOptions): Releases {
  const { database, jobs, accounts, outlets, quotas, clock, ids, log, config } = options
  const checker = releaseChecker({
    clock,
    assignsIsrc: config.isrcPrefix !== undefined,
    outletIds: () => outlets.list().map(({ id }) => id),
  })
  const assigner = identifierAssigner({ clock, isrcPrefix: config.isrcPrefix })
  const deliveries = releaseDeliveries({ outlets, jobs, clock, ids })
  const submission = releaseSubmitter({
    checker,
    assigner,
    deliveries,
    quotas,
    clock,
    review: { mode: config.review, freeMembers: config.reviewFreeMembers },
  })
  const service = releaseService({ checker, submission, deliveries, accounts, quotas, clock, ids })
  const reading = releaseReader(outlets)

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
    reviews: releaseReviews({ database, accounts, clock, service, submission, deliveries, reading }),
    jobs: [recheck, ...deliveryJobs({ database, outlets, jobs, clock, ids, log })],
    bind(http) {
      bindLegacyHeaders(http)
      bindReleases(http, { service, reading, checker })
      bindCatalog(http)
    },
    // Fills the pool of UPCs from the configuration.
    start: () => fillUpcPool(database, parseUpcPool(config.upcPool, log)),
    onUploadAnalysed: (trx, accountId, uploadId) =>
      // In one queue: an account with many drafts keeps one worker busy, not all of them.
      jobs.enqueue(
        trx.transaction,
        recheckJob,
        { accountId, uploadId },
        { key: `recheck:${uploadId}`, queue: `recheck:${accountId}` },
      ),
    isUploadInUse: isUploadReferred,
    findActivity: reading.findActivity,
    summarise,
  }
}

async function summarise(tenant: Tenant): Promise<Omit<Summary, 'streams'>> {
  const [releases, attention, drafts] = await Promise.all([
    countByStatus(tenant),
    findAttention(tenant),
    findReadyDrafts(tenant),
  ])
  return { releases, attention, drafts }
}

function parseUpcPool(codes: readonly string[], log: Log): { gtin14: string; written: string }[] {
  return codes.flatMap((written) => {
    const gtin14 = parseGtin(written)
    if (gtin14 !== undefined) return [{ gtin14, written }]
    log.warn('releases.upc_pool_code_invalid', { code: written })
    return []
  })
}
