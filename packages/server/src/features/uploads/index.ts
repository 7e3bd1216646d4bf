import type { Readable } from 'node:stream'
import { AppError } from '@spindle/contract'
import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { Blobs, ByteRange } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import { concurrencyLimit } from '../../platform/concurrency-limit.ts'
import type { Database, Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { JobHandler, Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { MediaAnalyser } from '../media/index.ts'
import { uploadCreator } from './create-upload.ts'
import { uploadFinisher } from './finish-upload.ts'
import { findFacts, lockFacts, type UploadFacts } from './model/read-store.ts'
import type { UploadId } from './model/upload-store.ts'
import { wholeFileReceiver } from './receive-whole-file.ts'
import { bodyAppender } from './receiving/append-body.ts'
import { openWriterCache } from './receiving/open-writers.ts'
import { uploadLocks } from './receiving/upload-lock.ts'
import { createUploadService } from './resume-upload.ts'
import { bindUploads } from './routes/upload-routes.ts'
import { analysisJob, type OnUploadAnalysed } from './upkeep/analyse-upload.ts'
import { expiryJobs } from './upkeep/expire-uploads.ts'
import { sweepJob } from './upkeep/sweep-uploads.ts'

export type { UploadFacts } from './model/read-store.ts'
export type { UploadId } from './model/upload-store.ts'

export interface UploadsDependencies {
  readonly config: Pick<Config, 'maxUploadBytes' | 'minUploadBytesPerSecond'>
  readonly database: Database
  readonly blobs: Blobs
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly analyser: Pick<MediaAnalyser, 'analyse'>
  /** True while a release refers to the upload: it neither expires nor can be removed. */
  readonly isUploadInUse: (sql: Tenant, uploadId: UploadId) => Promise<boolean>
  readonly onUploadAnalysed: OnUploadAnalysed
}

/** The audio or image of a complete upload. The stream must be read to its end or destroyed. */
export interface OpenUpload {
  readonly stream: Readable
  readonly facts: UploadFacts
}

export interface Uploads extends Feature {
  readonly jobs: readonly JobHandler[]
  /** Ids that name no upload of the account are missing from the map. */
  findUploads(sql: Tenant, ids: readonly string[]): Promise<Map<string, UploadFacts>>
  /** The same, and until the transaction ends none of them can expire or be removed. */
  lockUploads(trx: TenantTransaction, ids: readonly string[]): Promise<Map<string, UploadFacts>>
  /** Throws `upload_not_found` unless all its bytes are there. */
  openForReading(accountId: AccountId, uploadId: string, range?: ByteRange): Promise<OpenUpload>
  /** Rejects when uploads cannot be stored. */
  check(): Promise<void>
  /** Stops running uploads at what is durable, so that they can be resumed. */
  drain(): Promise<void>
}

const dayMs = 24 * 60 * 60_000
const rateWindowMs = 60_000

export function uploadsFeature(options: UploadsDependencies): Uploads {
  const { config, database, blobs, jobs, clock, log, metrics, isUploadInUse } = options
  const openWriters = openWriterCache((error) => log.warn('uploads.close_failed', { error }))
  const locks = uploadLocks()
  const unfinishedExpiry = (): Date => new Date(clock.now() + dayMs)
  const unusedExpiry = (): Date => new Date(clock.now() + 30 * dayMs)
  const now = (): Date => new Date(clock.now())
  const append = bodyAppender({
    blobs,
    openWriters,
    clock,
    metrics,
    minBytesPerSecond: config.minUploadBytesPerSecond,
    rateWindowMs,
    unfinishedExpiry,
  })
  const finish = uploadFinisher({ database, blobs, jobs, unusedExpiry })
  const service = createUploadService({
    database,
    blobs,
    openWriters,
    locks,
    append,
    finish,
    beginAtMost: concurrencyLimit(4).run,
    maxUploadBytes: config.maxUploadBytes,
    isUploadInUse,
    now,
    log,
  })
  return {
    bind(http) {
      const { idempotency, ids } = http
      const { maxUploadBytes } = config
      const creator = uploadCreator({ database, idempotency, ids, maxUploadBytes, unfinishedExpiry })
      bindUploads({ http, service, creator, storeWhole: wholeFileReceiver({ http, service, creator }) })
    },
    jobs: [
      analysisJob(options),
      ...expiryJobs({ database, blobs, service, isUploadInUse, unusedExpiry, now, log }),
      sweepJob({ database, blobs, metrics, now, log }),
    ].map((handler) => ({ ...handler, lane: 'long' })),
    findUploads: async (sql, ids) => byId(await findFacts(sql, ids)),
    lockUploads: async (trx, ids) => byId(await lockFacts(trx, ids)),
    async openForReading(accountId, uploadId, range) {
      const [facts] = await findFacts(database.tenant(accountId), [uploadId])
      if (!facts || !hasBytes(facts)) throw new AppError('upload_not_found')
      return { facts, stream: await blobs.read(facts.id, range) }
    },
    check: () => blobs.check(),
    async drain() {
      await locks.close()
      await openWriters.close()
    },
  }
}

const byId = (facts: readonly UploadFacts[]): Map<string, UploadFacts> => new Map(facts.map((fact) => [fact.id, fact]))

const hasBytes = ({ status }: UploadFacts): boolean =>
  status === 'received' || status === 'analysing' || status === 'ready'
