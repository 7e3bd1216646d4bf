import { parseGtin, type ReleaseEvent, type Summary } from '@spindle/contract'
import type { CheckHookSettings } from '../../config/check-hook.ts'
import type { Feature } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import { defineJob, type Jobs, jobHandler } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import { programRunner } from '../../platform/programs/run-program.ts'
import type { AccountId, Ids } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { Accounts, Quotas } from '../accounts/index.ts'
import type { Labels } from '../labels/index.ts'
import type { OutletsFeature } from '../outlets/index.ts'
import type { Parties } from '../parties/index.ts'
import type { Audit } from '../people/index.ts'
import type { UploadContent } from '../uploads/index.ts'
import { type ReleaseActions, releaseActions } from './actions/release-actions.ts'
import { bindCatalog } from './catalog/routes.ts'
import { findReleasesToCheck, isUploadReferred } from './check/check-queries.ts'
import { askHookHandler } from './check/hook/ask-hook-job.ts'
import { checkHook } from './check/hook/check-hook.ts'
import { releaseChecker } from './check/release-checker.ts'
import { type AllowedCodes, allowedCodes } from './codes/allow-codes.ts'
import { bindCredits } from './credits/routes.ts'
import { releaseDeliveries } from './deliveries/change-deliveries.ts'
import { deliveryJobs } from './deliveries/delivery-jobs.ts'
import { findRevision } from './deliveries/delivery-queries.ts'
import { documentValidator } from './drafts/edit-draft.ts'
import { type ReleaseDrafts, releaseDrafts } from './drafts/release-drafts.ts'
import { renewDraftsJob } from './drafts/renew-draft.ts'
import { bindLegacyHeaders } from './legacy-headers.ts'
import type { RevisionContent } from './model/compare-revisions.ts'
import { enqueueAcceptedName, linkDraftsJob } from './names/link-drafts.ts'
import { bindNames } from './names/routes.ts'
import { type ReleaseReader, releaseReader } from './reading/read-releases.ts'
import { renewSearchJob } from './reading/renew-search.ts'
import {
  type Begun,
  countByStatus,
  findAttention,
  findReadyDrafts,
  findUnsentChanges,
  type UnnamedAttention,
} from './reading/summary-queries.ts'
import { bindRecordings } from './recordings/routes.ts'
import { type Reviews, releaseReviews } from './review/review-releases.ts'
import { bindRevisions } from './revisions/routes.ts'
import { bindReleases } from './routes.ts'
import { type ReleaseService, releaseService } from './service.ts'
import { findMessageEvents } from './status/event-queries.ts'
import { type DeliveriesAtOutlets, deliveriesAtOutlets } from './stores/deliveries-at-outlets.ts'
import { retryFailedJob } from './stores/retry-failed.ts'
import { bindStores } from './stores/routes.ts'
import { identifierAssigner } from './submission/assign-identifiers.ts'
import { fillUpcPool } from './submission/identifier-queries.ts'
import { releaseSubmitter } from './submission/submit-release.ts'
import { plannedTakedownJob } from './takedown/planned-takedowns.ts'
import { takedowns } from './takedown/takedowns.ts'
import { emptyTrashJob } from './trash/empty-trash.ts'
import { releaseTrash } from './trash/release-trash.ts'

export type { ActionResult, ReleaseAction, ReleaseActions } from './actions/release-actions.ts'
export { deleteFreeUpcs } from './codes/allowed-code-queries.ts'
export { endDeliveriesOfArrived, listOffered } from './deliveries/arrival-queries.ts'
export { documentValidator } from './drafts/edit-draft.ts'
export type { FoundRelease, ReleaseDrafts } from './drafts/release-drafts.ts'
export type { Actor } from './model/actor.ts'
export { compareRevisions, type MemberChange } from './model/compare-revisions.ts'
export { normaliseDocument } from './model/release-document.ts'
export type { Reviewer } from './model/reviewer.ts'
export type { Rejection, Reviews, ShownReview, WaitingReview } from './review/review-releases.ts'
export { eventsOfText } from './status/event-queries.ts'
export type { TakedownPreview } from './takedown/takedowns.ts'
export { toTakedownPreview } from './takedown/to-api.ts'

/** The counts of an account, and the first releases of each kind that a person has to see. */
export type SummarisedReleases = Omit<Summary, 'streams' | 'attention'> & {
  readonly attention: Begun<UnnamedAttention>
}

/** Releases, from the draft to every outlet and the takedown. */
export interface Releases extends Feature {
  readonly reviews: Reviews
  readonly drafts: ReleaseDrafts
  /** Prefixes and ranges for labels, of the operator. */
  readonly allowedCodes: AllowedCodes
  /** What happened to deliveries at outlets, over all accounts, for the operator. */
  readonly atOutlets: DeliveriesAtOutlets
  /** The actions of bulk jobs. */
  readonly actions: ReleaseActions
  /** Called in the transaction in which the analysis of an upload ends: drafts that refer to it are checked again. */
  onUploadAnalysed(trx: TenantTransaction, accountId: AccountId, uploadId: string): Promise<void>
  /** The present release, with each track in its place. Throws `release_not_found`. */
  readonly readContent: ReleaseReader['readContent']
  /** The content of a revision when it was submitted; undefined when this number was never submitted. */
  readRevision(tenant: Tenant, releaseId: string, revision: number): Promise<RevisionContent | undefined>
  /** What happened to one message to a store, the oldest first. */
  findMessageEvents(tenant: Tenant, releaseId: string, messageId: string): Promise<readonly ReleaseEvent[]>
  /** Throws `release_not_found`. */
  readonly requireRelease: ReleaseReader['requireRelease']
  /** What happened to the releases of an account, newest first. */
  readonly findActivity: ReleaseReader['findActivity']
  /** A summary of the releases of an account. */
  summarise(tenant: Tenant): Promise<SummarisedReleases>
  /** True while a release or an outlet needs the upload. */
  isUploadInUse(sql: Pick<TenantTransaction, 'readRow'>, uploadId: string): Promise<boolean>
}

export interface ReleasesOptions {
  readonly database: Database
  readonly jobs: Jobs
  readonly accounts: Pick<Accounts, 'isKnown' | 'findName' | 'findNames'>
  readonly audit: Pick<Audit, 'recordForHub'>
  readonly outlets: Pick<OutletsFeature, 'list' | 'adapterOf' | 'listServedSince'>
  /** The bytes of uploads that a release refers to. */
  readonly storedUploads: { readonly content: Pick<UploadContent, 'read'> }
  /** Whether a restored hub still holds back all messages. */
  isHeld(): Promise<boolean>
  readonly quotas: Quotas
  readonly parties: Pick<Parties, 'hold' | 'requireIds' | 'create' | 'get' | 'findSimilar'>
  readonly labels: Pick<Labels, 'fill'>
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly config: {
    readonly review: 'auto' | 'manual'
    readonly reviewFreeMembers: readonly string[]
    readonly isrcPrefix: string | undefined
    readonly upcPool: readonly string[]
    readonly trashDays: number
    readonly checkHook: CheckHookSettings | undefined
  }
}

interface Recheck {
  readonly accountId: AccountId
  readonly uploadId: string
}
const recheckJob = defineJob<Recheck>('recheckReleases')

function releasesFeature(options: ReleasesOptions): Releases {
  const { database, jobs, accounts, outlets, quotas, parties, labels, clock, ids, log, config } = options
  const runner = programRunner()
  const hook = config.checkHook && checkHook({ settings: config.checkHook, runner, log })
  const checker = releaseChecker({ clock, assignsIsrc: config.isrcPrefix !== undefined, outlets, hook, jobs })
  const assigner = identifierAssigner({ clock, isrcPrefix: config.isrcPrefix })
  const deliveries = releaseDeliveries({ outlets, jobs, clock, ids })
  const submission = releaseSubmitter({
    checker,
    assigner,
    deliveries,
    quotas,
    clock,
    review: { mode: config.review, freeMembers: config.reviewFreeMembers },
    parties,
  })
  const takingDown = takedowns({ clock, deliveries, outlets })
  const service = releaseService({
    checker,
    submission,
    deliveries,
    takedowns: takingDown,
    accounts,
    outlets,
    quotas,
    parties,
    labels,
    clock,
    ids,
  })
  const trash = releaseTrash({ checker, quotas, change: service.change, clock, ids, keptDays: config.trashDays })
  const reading = releaseReader(outlets)
  return {
    drafts: releaseDrafts(service, trash),
    allowedCodes: allowedCodes({ database, clock, accounts, audit: options.audit, isrcPrefix: config.isrcPrefix }),
    atOutlets: deliveriesAtOutlets({ database, jobs }),
    actions: releaseActions({ service, submission, deliveries, outlets }),
    reviews: releaseReviews({
      database,
      accounts,
      clock,
      service,
      submission,
      deliveries,
      reading,
      takedowns: takingDown,
    }),
    jobs: [
      recheckHandler(database, service),
      askHookHandler({ database, checker }),
      ...deliveryJobs({ ...options, readUpload: options.storedUploads.content.read }),
      renewDraftsJob({ database, jobs, checker, parties, change: service.change }),
      linkDraftsJob({ database, jobs, checker, parties, change: service.change }),
      renewSearchJob({ database, log }),
      emptyTrashJob({ database, clock, log, trash }),
      plannedTakedownJob({ database, clock, log, deliveries, change: service.change }),
      retryFailedJob({ database, jobs, log, deliveries, change: service.change }),
    ],
    bind(http) {
      http.warmUp.add(documentValidator.compile)
      bindLegacyHeaders(http)
      bindReleases(http, { service, reading, checker, takedowns: takingDown, trash })
      bindRevisions(http, { service, reading })
      bindCatalog(http)
      bindRecordings(http)
      bindStores(http, outlets)
      bindCredits(http, parties)
      bindNames(http, { parties, clock, onAccepted: (trx, name) => enqueueAcceptedName(jobs, trx, name) })
    },
    // Fills the pool of UPCs from the configuration.
    start: () => fillUpcPool(database, parseUpcPool(config.upcPool, log)),
    drain: () => runner.stop(),
    onUploadAnalysed: enqueueRecheck(jobs),
    isUploadInUse: isUploadReferred,
    readContent: reading.readContent,
    readRevision: findRevision,
    findMessageEvents,
    requireRelease: reading.requireRelease,
    findActivity: reading.findActivity,
    summarise,
  }
}

const enqueueRecheck =
  (jobs: Jobs): Releases['onUploadAnalysed'] =>
  (trx, accountId, uploadId) =>
    // In one queue: an account with many drafts keeps one worker busy, not all of them.
    jobs.enqueue(
      trx.transaction,
      recheckJob,
      { accountId, uploadId },
      { key: `recheck:${uploadId}`, queue: `recheck:${accountId}` },
    )

// A separate job: the analysis holds the lock of its upload, and a change of a release takes the locks the other way
// round.
const recheckHandler = (database: Database, service: Pick<ReleaseService, 'recheck'>) =>
  jobHandler({
    job: recheckJob,
    async handle({ accountId, uploadId }) {
      for (const { id } of await findReleasesToCheck(database.tenant(accountId), uploadId))
        await database.tenantTransaction(accountId, (trx) => service.recheck(trx, id))
    },
  })

async function summarise(tenant: Tenant): Promise<SummarisedReleases> {
  const [releases, attention, drafts, unsentChanges] = await Promise.all([
    countByStatus(tenant),
    findAttention(tenant),
    findReadyDrafts(tenant),
    findUnsentChanges(tenant),
  ])
  return { releases, attention, drafts, unsentChanges }
}

function parseUpcPool(codes: readonly string[], log: Log): { gtin14: string; written: string }[] {
  const wrong: string[] = []
  const valid = codes.flatMap((written) => {
    const gtin14 = parseGtin(written)
    if (gtin14 !== undefined) return [{ gtin14, written }]
    wrong.push(written)
    return []
  })
  // One line, however wrong the file is.
  if (wrong.length > 0) log.warn('releases.upc_pool_codes_invalid', { count: wrong.length, first: wrong.slice(0, 3) })
  return valid
}

export const releases = defineFeature({
  name: 'releases',
  needs: [
    'database',
    'jobs',
    'accounts',
    'audit',
    'outlets',
    'storedUploads',
    'isHeld',
    'quotas',
    'parties',
    'labels',
    'clock',
    'ids',
    'log',
    'config',
  ],
  make: releasesFeature,
})
