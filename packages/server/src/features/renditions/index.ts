import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { FileResponse } from '../../http/responses/handler-response.ts'
import type { Clock } from '../../platform/clock.ts'
import { lookupCache } from '../../platform/concurrency/lookup-cache.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { RenditionMaker } from '../media/index.ts'
import type { UploadContent, UploadFacts } from '../uploads/index.ts'
import { renditionsJob } from './make-renditions.ts'
import { sumRenditionBytes } from './rendition-queries.ts'
import { renditionService } from './service.ts'

/** A compressed copy of a master that can be played now. */
export interface Rendition {
  /** In kbit/s. */
  readonly bitRate: number
  readonly bytes: number
}

/** The master of a track that the caller may play. */
export interface MasterRef {
  readonly accountId: AccountId
  readonly uploadId: UploadFacts['id']
  /** Hexadecimal. */
  readonly sha256: string
}

/** Compressed copies of masters, which are made when they are first requested. Permission is checked by the caller. */
export interface Renditions extends Feature {
  /** Those that are ready, by upload. The others are requested. */
  find(accountId: AccountId, uploadIds: readonly string[]): Promise<ReadonlyMap<string, Rendition>>
  /** Throws `rendition_not_ready` or `rendition_unavailable`. */
  openMp3(master: MasterRef): Promise<FileResponse>
}

export interface RenditionsOptions {
  readonly config: Pick<Config, 'renditionBitRate'>
  readonly database: Database
  readonly storedUploads: { readonly content: UploadContent }
  readonly media: { readonly renditionMaker: RenditionMaker }
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** Summing takes time with many, and changes little. */
const figures = { ttlMs: 60_000, maxEntries: 1 }

function renditionsFeature(options: RenditionsOptions): Renditions {
  const { config, database, jobs, clock, log, metrics, media } = options
  const { content } = options.storedUploads
  const sums = lookupCache<number>({ clock, ...figures })
  metrics.gauge('spindle_rendition_bytes', () => sums.get('', () => sumRenditionBytes(database.system)))
  return {
    ...renditionService({ bitRate: config.renditionBitRate, database, content, jobs, clock }),
    jobs: [renditionsJob({ database, content, maker: media.renditionMaker, jobs, clock, log })],
  }
}

export const renditions = defineFeature({
  name: 'renditions',
  needs: ['config', 'database', 'storedUploads', 'media', 'jobs', 'clock', 'log', 'metrics'],
  make: renditionsFeature,
})
