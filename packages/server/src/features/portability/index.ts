import type { Feature } from '../../http/feature.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { DiskReserve } from '../../platform/blobs/disk-reserve.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { OpenDatabase } from '../../platform/open-database.ts'
import type { Ids } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { Audit } from '../people/index.ts'
import type { Uploads } from '../uploads/index.ts'
import { type EraseReport, type EraseRequest, eraseAccount } from './erase-account.ts'
import { bytesEraser, eraseBytesJob } from './erase-bytes.ts'
import { type ExportReport, type ExportRequest, exportAccount } from './export-account.ts'
import { exportJobs } from './exports/export-job.ts'
import { findHeadKeys, isUploadExported } from './exports/export-queries.ts'
import { exportToTar } from './exports/export-to-tar.ts'
import { bindExports } from './exports/routes.ts'
import { exportService } from './exports/service.ts'
import { type ImportReport, type ImportRequest, importAccount } from './import-account.ts'

export { ImportConflictError } from './import-rows.ts'
export { verifyExport } from './verify-export.ts'

/** Accounts as archives: taken out of a hub, brought into another one, erased. */
export interface PortabilityFeature extends Feature {
  /** Undefined for an unknown account. */
  exportAccount(request: ExportRequest): Promise<ExportReport | undefined>
  /** Throws ImportConflictError, ArchiveError. */
  importAccount(request: ImportRequest): Promise<ImportReport>
  /** Throws EraseRefusedError; undefined for an unknown account. */
  eraseAccount(request: EraseRequest): Promise<EraseReport | undefined>
}

export interface PortabilityOptions {
  readonly opened: OpenDatabase
  readonly blobs: Blobs
  /** The same storage, where nothing waits for a backup to end before it is deleted. */
  readonly bareBlobs: Blobs
  readonly diskReserve: Pick<DiskReserve, 'requireRoom'>
  readonly uploads: Pick<Uploads, 'storage'>
  readonly jobs: Jobs
  readonly audit: Audit
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

/** What uploads need from exports: which of them are in use, and what else is in their storage. */
export const keptForExports = defineFeature({
  name: 'keptForExports',
  needs: [],
  make: () => ({ isUploadInUse: isUploadExported, findOtherKeys: findHeadKeys }),
})

/** Accounts as archives: requested by their owners, and by the operator. */
export function portabilityFeature(all: PortabilityOptions): PortabilityFeature {
  const { clock, uploads, ...options } = all
  const bytes = bytesEraser(options.blobs)
  return {
    bind: (http) => bindExports(http, exportService(all)),
    jobs: [eraseBytesJob(bytes), ...exportJobs(all)],
    exportAccount: (request) =>
      (request.to.endsWith('.tar') ? exportToTar : exportAccount)(
        { ...options, now: () => new Date(clock.now()) },
        request,
      ),
    // What an import deletes it stores anew: later that would be the deletion of what it imported.
    importAccount: (request) =>
      importAccount({ ...options, blobs: options.bareBlobs, storage: uploads.storage }, request),
    eraseAccount: (request) => eraseAccount({ ...options, bytes }, request),
  }
}

export const portability = defineFeature({
  name: 'portability',
  needs: ['opened', 'blobs', 'bareBlobs', 'diskReserve', 'uploads', 'jobs', 'audit', 'clock', 'ids', 'log'],
  make: portabilityFeature,
})
