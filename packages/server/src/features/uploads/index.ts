import { randomUUID } from 'node:crypto'
import { AppError } from '@spindle/contract'
import type { Config } from '../../config/config.ts'
import type { Http } from '../../http/context.ts'
import type { Feature } from '../../http/feature.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { DiskReserve } from '../../platform/blobs/disk-reserve.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Database, Tenant } from '../../platform/database/sql.ts'
import { tenantConcurrency } from '../../platform/database/tenant-concurrency.ts'
import type { JobHandler, Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { deriveKeys, type Keys } from '../../platform/secrets/encryption.ts'
import type { AccountId, Ids } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { Quotas } from '../accounts/index.ts'
import type { MediaAnalyser } from '../media/index.ts'
import { uploadBeginner, uploadCreator } from './create-upload.ts'
import { directUploads } from './direct-upload.ts'
import { type FinishUpload, uploadFinisher } from './finish-upload.ts'
import type { UploadId } from './model/upload-queries.ts'
import { wholeFileReceiver } from './receive-whole-file.ts'
import { bodyAppender } from './receiving/append-body.ts'
import { fencing } from './receiving/fencing.ts'
import { openWriterCache } from './receiving/open-writers.ts'
import { uploadLocks } from './receiving/upload-lock.ts'
import { resumableUploads } from './resume-upload.ts'
import { bindUploads } from './routes/upload-routes.ts'
import { type UploadTokenHolder, type UploadTokens, uploadTokens } from './routes/upload-tokens.ts'
import { wholeFileRoute } from './routes/whole-file-route.ts'
import { fileSaver, type SaveFile } from './save-file.ts'
import { checkScrub } from './scrub/check-scrub.ts'
import { readScrub, type ScrubState } from './scrub/read-scrub.ts'
import { type RepairReport, type RepairRequest, repairUploads } from './scrub/repair-uploads.ts'
import { type StorageSample, sampleUploads } from './scrub/sample-uploads.ts'
import { type ScrubReport, scrubAll } from './scrub/scrub-uploads.ts'
import { checkStorage } from './storage/check-storage.ts'
import { adoptStorage, claimStorage, requireOwnStorage, type StorageDependencies } from './storage/claim-storage.ts'
import { type SweepReport, sweepStorage } from './storage/sweep-storage.ts'
import { openStoredUploads } from './stored-uploads.ts'
import { removeBytes, terminateUpload } from './terminate-upload.ts'
import { analysisJob, type OnUploadAnalysed } from './upkeep/analyse-upload.ts'
import { expiryJob } from './upkeep/expire-uploads.ts'
import { finishJob } from './upkeep/finish-uploads.ts'
import { markJob } from './upkeep/mark-storage.ts'
import { scrubJob } from './upkeep/scrub-storage.ts'
import { sweepJob } from './upkeep/sweep-uploads.ts'

export { analyseUpload } from './finish-upload.ts'
export { findUploads, findUploadsNamed, listUploadsById, lockUploads, type UploadFacts } from './model/read-queries.ts'
export {
  findUploadStates,
  forgetPartialBytes,
  listAllUploads,
  listUnanalysed,
  type NewReceipt,
  renewArrivedUploads,
  replaceReceipts,
  setReceipts,
  storedUploadsOf,
  storedUploadsText,
  type UploadId,
} from './model/upload-queries.ts'
export { overrideMethod } from './routes/override-method.ts'
export { checkScrub } from './scrub/check-scrub.ts'
export type { ScrubState } from './scrub/read-scrub.ts'
export type { RepairSource } from './scrub/repair-uploads.ts'
export type { BytesProblem } from './scrub/scrub-queries.ts'
export { findProblems } from './scrub/scrub-queries.ts'
export { examineStored } from './scrub/scrub-uploads.ts'
export { checkStorage } from './storage/check-storage.ts'
export {
  findStorageProblem,
  isEmptyStorage,
  markAsOwn,
  requireStorageOf,
  storageRefusal,
  unknownToDatabase,
} from './storage/claim-storage.ts'
export { endSweepHold, findStorageIdentity, holdSweep } from './storage/identity-queries.ts'
export type { OpenUpload, StoredBytes, StoredUploads, UploadContent } from './stored-uploads.ts'
export { digestUploads } from './upkeep/digest-uploads.ts'

export interface UploadsDependencies {
  readonly config: Pick<
    Config,
    'directTransfer' | 'hubCommand' | 'maxUploadBytes' | 'minUploadBytesPerSecond' | 'scrubDays'
  >
  readonly quotas: Pick<Quotas, 'requireQuota' | 'requireQuotaRoughly'>
  readonly diskReserve: DiskReserve
  readonly database: Database
  /** Signs upload tokens. */
  readonly tokenKeys: Keys
  readonly blobs: Blobs
  readonly jobs: Jobs
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly notifications: Notifications
  readonly metrics: Metrics
  readonly analyser: Pick<MediaAnalyser, 'analyse'>
  /** True while something refers to the upload: it neither expires nor can be removed. */
  readonly isUploadInUse: (sql: Tenant, uploadId: UploadId) => Promise<boolean>
  readonly onUploadAnalysed: OnUploadAnalysed
  readonly findOtherKeys: StorageDependencies['findOtherKeys']
  /** Called if the database is older than the storage: it was restored from a backup. */
  readonly onDatabaseRestored: () => Promise<void>
}

/** Commands of the operator for the storage. */
export interface StorageCommands {
  /** Makes sure that storage and database belong together, and marks a new storage. Throws ConfigError. */
  claim(): Promise<void>
  /** Declares that this storage belongs to this database, whatever the two contain. */
  adopt(): Promise<void>
  /** Runs the nightly sweep now; confirmed by a person it moves any number of orphans to quarantine. */
  sweep(isConfirmed: boolean): Promise<SweepReport>
  /** Reads a sample of the stored bytes, and compares digests. */
  sample(limits: { readonly count: number; readonly maxBytes: number }): Promise<StorageSample>
  /** The results of the scrub, without reading any bytes. */
  readScrub(): Promise<ScrubState>
  /** Reads all stored uploads now. */
  scrub(onProgress: (text: string) => void): Promise<ScrubReport>
  /** Restores lost and damaged bytes from a copy. */
  repair(request: RepairRequest): Promise<RepairReport>
}

export interface Uploads extends Feature {
  readonly jobs: readonly JobHandler[]
  readonly storage: StorageCommands
  /** A file that the hub fetches. Throws the errors of a refused upload, and the error of the stream. */
  readonly saveFile: SaveFile
  /** Removes an upload from its account, unless something refers to it or it is already gone. */
  discard(accountId: AccountId, uploadId: string): Promise<void>
  /** A token that allows sending the bytes of one upload for an hour, and nothing else. */
  signUpload(uploadId: string, holder: UploadTokenHolder): string
  /** Stops running uploads at the last durable byte, so that they can be resumed. */
  drain(): Promise<void>
}

const dayMs = 24 * 60 * 60_000
const rateWindowMs = 60_000
/** More connections than one account may have, so waiting uploads are never refused. */
const maxWaitingStarts = 10_000

export function uploadsFeature(dependencies: UploadsDependencies): Uploads {
  const { config } = dependencies
  const steps = uploadSteps(dependencies)
  const tokens = uploadTokens({ keys: dependencies.tokenKeys, clock: dependencies.clock })
  const receiving = receivingSteps(dependencies, steps)
  const storage = storageDependencies(dependencies, steps)
  const stopping = new AbortController()
  return {
    bind: (http) => bindRoutes(http, receiving, tokens),
    signUpload: tokens.sign,
    saveFile: fileSaver({ beginUpload: uploadBeginner(receiving), receiveWholeFile: receiving.receiveWholeFile }),
    discard: (accountId, uploadId) => discard(receiving, accountId, uploadId),
    jobs: [
      ...uploadJobs(dependencies, steps, storage),
      scrubJob({ ...storage, metrics: dependencies.metrics, days: config.scrubDays, stopping: stopping.signal }),
    ].map((handler) => ({ lane: 'long', ...handler })),
    start: async () => void (await claimStorage(storage)),
    storage: storageCommands(storage, config),
    async drain() {
      stopping.abort()
      await steps.locks.close()
      await steps.openWriters.close()
    },
  }
}

const storageCommands = (
  storage: StorageDependencies,
  { scrubDays }: UploadsDependencies['config'],
): StorageCommands => ({
  claim: async () => void (await claimStorage(storage)),
  adopt: () => adoptStorage(storage),
  sweep: (isConfirmed) => sweepStorage(storage, { isConfirmed }),
  sample: (limits) => sampleUploads(storage, limits),
  readScrub: () => readScrub(storage.system, scrubDays),
  async scrub(onProgress) {
    await requireOwnStorage(storage)
    return scrubAll(storage, onProgress)
  },
  async repair(request) {
    await requireOwnStorage(storage)
    return repairUploads(storage, request)
  },
})

type Steps = ReturnType<typeof uploadSteps>

/** The parts that requests and jobs share. */
function uploadSteps({ config, database, blobs, jobs, clock, log, notifications, metrics }: UploadsDependencies) {
  const locks = uploadLocks()
  const openWriters = openWriterCache((error) => log.warn('uploads.file_close_failed', { error }))
  const unfinishedExpiry = (): Date => new Date(clock.now() + dayMs)
  const unusedExpiry = (): Date => new Date(clock.now() + 30 * dayMs)
  return {
    locks,
    fencing: fencing(notifications, locks),
    openWriters,
    unfinishedExpiry,
    unusedExpiry,
    now: (): Date => new Date(clock.now()),
    finishUpload: finishInShares(uploadFinisher({ database, blobs, jobs, log, unusedExpiry })),
    appendBody: bodyAppender({
      blobs,
      openWriters,
      clock,
      metrics,
      minBytesPerSecond: config.minUploadBytesPerSecond,
      rateWindowMs,
      unfinishedExpiry,
    }),
  }
}

/**
 * The number of files of one account that are finished at a time: each syncs and may read its bytes, and there are few
 * threads for that.
 */
const finishingPlaces = 2

function finishInShares(finishUpload: FinishUpload): FinishUpload {
  const shares = tenantConcurrency(finishingPlaces, maxWaitingStarts)
  return (finish) => shares.run(finish.accountId, () => finishUpload(finish))
}

type ReceivingSteps = ReturnType<typeof receivingSteps>

/** The steps for all incoming bytes, from any source. */
function receivingSteps(dependencies: UploadsDependencies, steps: Steps) {
  const { maxUploadBytes } = dependencies.config
  const receiving = { ...dependencies, ...steps, maxUploadBytes }
  return { ...receiving, receiveWholeFile: wholeFileReceiver(receiving) }
}

function bindRoutes(http: Http, receiving: ReceivingSteps, tokens: UploadTokens): void {
  const { blobs, log, receiveWholeFile } = receiving
  const createUpload = uploadCreator({ ...receiving, idempotency: http.idempotency })
  bindUploads({
    http,
    tokens,
    createUpload,
    directUploads: directUploads({ ...receiving, directTransfer: receiving.config.directTransfer }),
    resumableUploads: resumableUploads({ ...receiving, startAtMost: tenantConcurrency(4, maxWaitingStarts).run }),
    postWholeFile: wholeFileRoute({
      http,
      createUpload,
      receiveWholeFile,
      removeBytes: (id) => removeBytes({ blobs, log }, id),
    }),
    terminateUpload: (trx, id) => terminateUpload(receiving, trx, id),
  })
}

const isGoneOrUsed = (error: unknown): boolean =>
  error instanceof AppError && ['upload_not_found', 'upload_gone', 'upload_in_use'].includes(error.code)

async function discard(receiving: ReceivingSteps, accountId: AccountId, uploadId: string): Promise<void> {
  try {
    await receiving.database.tenantTransaction(accountId, (trx) => terminateUpload(receiving, trx, uploadId))
  } catch (error) {
    if (!isGoneOrUsed(error)) throw error
  }
}

const storageDependencies = (
  { config, database, blobs, log, findOtherKeys, onDatabaseRestored }: UploadsDependencies,
  { now }: Steps,
): StorageDependencies => ({
  onDatabaseRestored,
  findOtherKeys,
  system: database.system,
  config,
  blobs,
  makeHubId: () => `hub_${randomUUID()}`,
  now,
  log,
})

const uploadJobs = (dependencies: UploadsDependencies, steps: Steps, storage: StorageDependencies): JobHandler[] => [
  analysisJob(dependencies),
  expiryJob({ ...dependencies, ...steps }),
  finishJob({ ...dependencies, ...steps }),
  markJob(storage),
  sweepJob({ ...storage, metrics: dependencies.metrics }),
]

/** Separate, for features that read uploads and that `uploads` below depends on: releases, plays, previews. */
export const storedUploads = defineFeature({
  name: 'storedUploads',
  needs: ['config', 'database', 'blobs', 'diskReserve'],
  make: openStoredUploads,
})

type FromOthers =
  | 'analyser'
  | 'findOtherKeys'
  | 'isUploadInUse'
  | 'onDatabaseRestored'
  | 'onUploadAnalysed'
  | 'tokenKeys'

export interface UploadsNeeds extends Omit<UploadsDependencies, FromOthers> {
  readonly secrets: Keys
  readonly media: Pick<UploadsDependencies, 'analyser'>
  readonly releases: Pick<UploadsDependencies, 'isUploadInUse' | 'onUploadAnalysed'>
  readonly keptForExports: Pick<UploadsDependencies, 'isUploadInUse' | 'findOtherKeys'>
  /** Positions of the feed may be assigned a second time after the database was restored. */
  readonly plays: { restartFeed(reason: string): Promise<void> }
}

export const uploads = defineFeature({
  name: 'uploads',
  needs: [
    'config',
    'quotas',
    'diskReserve',
    'database',
    'secrets',
    'blobs',
    'jobs',
    'clock',
    'ids',
    'log',
    'notifications',
    'metrics',
    'media',
    'releases',
    'keptForExports',
    'plays',
  ],
  make: ({ secrets, media, releases, keptForExports, plays, ...options }: UploadsNeeds) => ({
    ...uploadsFeature({
      ...options,
      analyser: media.analyser,
      tokenKeys: deriveKeys(secrets, 'upload tokens'),
      isUploadInUse: async (tenant, id) =>
        (await releases.isUploadInUse(tenant, id)) || keptForExports.isUploadInUse(tenant, id),
      findOtherKeys: keptForExports.findOtherKeys,
      onUploadAnalysed: releases.onUploadAnalysed,
      onDatabaseRestored: () => plays.restartFeed('the database is older than the storage for uploads'),
    }),
    checks: [
      {
        name: 'storage for uploads',
        run: () => checkStorage({ system: options.database.system, blobs: options.blobs }, options.config),
      },
      { name: 'stored uploads', run: () => checkScrub(options.database.system, options.config) },
    ],
  }),
})
