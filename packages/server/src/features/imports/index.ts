import type { Feature } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import { defineJob, type Jobs, jobHandler } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Ids } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { Quotas } from '../accounts/index.ts'
import type { ChildRunner } from '../media/index.ts'
import type { Releases } from '../releases/index.ts'
import { recordReader } from '../reports/index.ts'
import type { UploadContent } from '../uploads/index.ts'
import { importApplier } from './apply/apply-import.ts'
import { takeTurns } from './apply/take-turns.ts'
import { applyImport, queueOf } from './import-job.ts'
import { forgetMessages, listWaitingImports } from './import-queries.ts'
import { type MessageReader, messageReader } from './read-in-jail.ts'
import { bindImports } from './routes.ts'
import { type ImportService, importService } from './service.ts'
import { bindMappings } from './tables/mappings/mapping-routes.ts'
import { mappingService } from './tables/mappings/mapping-service.ts'
import { importTable, queueOfTable, tableImporter } from './tables/table-job.ts'
import { deleteOldTables, listOpenTables } from './tables/table-queries.ts'
import { bindTables } from './tables/table-routes.ts'
import { tableService } from './tables/table-service.ts'

export { indexGiven } from './apply/match-files.ts'
export { mayMean } from './apply/stated-size.ts'
export type { ReadFile, Reading } from './reader/reading.ts'
export { actorOf } from './routes.ts'
export { tableProblem } from './tables/apply-release.ts'
export { cellOf } from './tables/group-rows.ts'
export { chooseMapping } from './tables/mappings/choose-mapping.ts'
export { readHead, type TableColumns, type WantedColumns } from './tables/mappings/read-head.ts'
export { findFault, toSavedColumns } from './tables/mappings/refuse-head.ts'
export { type CellValue, readDate, readIsrcCell, readUpc } from './tables/read-cell.ts'
export { readRecords, toProblems } from './tables/read-records.ts'

const tendImports = defineJob<Record<string, never>>('tendImports')

const minuteMs = 60_000
/** A message that still waits after this time has lost its job: a restored backup has the messages and not the jobs. */
const overdueMs = 10 * minuteMs
/** How long the submitted bytes stay available. */
const keptMs = 30 * 24 * 60 * minuteMs

export interface ImportsOptions {
  readonly database: Database
  readonly jobs: Jobs
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly quotas: Pick<Quotas, 'requireQuota' | 'list'>
  readonly releases: Pick<Releases, 'drafts'>
  readonly storedUploads: { readonly content: Pick<UploadContent, 'read'> }
  /** Runs the message reader; by default in a child process. */
  readonly readers?: ChildRunner | undefined
}

/** Messages of third parties (DDEX ERN 3.8 to 4.3.2) that become drafts, read in a separate process. */
export interface Imports extends Feature {
  /** The content of a message, without applying it. */
  readonly read: MessageReader['read']
  readonly take: ImportService['take']
  readonly listOfPackage: ImportService['listOfPackage']
}

function importsFeature(options: ImportsOptions): Imports {
  const { database, jobs, clock, log, releases, storedUploads, readers } = options
  const reader = messageReader({ log, children: readers })
  const service = importService(options)
  const records = recordReader({ log, children: readers })
  const apply = takeTurns(
    { database, log },
    importApplier({ database, clock, reader, drafts: releases.drafts, readUpload: storedUploads.content.read, log }),
  )
  return {
    read: reader.read,
    take: service.take,
    listOfPackage: service.listOfPackage,
    bind(http) {
      bindImports(http, service)
      bindTables(http, tableService(options))
      bindMappings(http, mappingService(options))
    },
    jobs: [
      jobHandler({ job: applyImport, lane: 'imports', handle: apply }),
      jobHandler({
        job: importTable,
        lane: 'imports',
        handle: tableImporter({ database, jobs, clock, log, drafts: releases.drafts, reader: records }),
      }),
      jobHandler({
        job: tendImports,
        cron: '*/10 * * * *',
        async handle() {
          const [forgotten, overdue] = [new Date(clock.now() - keptMs), new Date(clock.now() - overdueMs)]
          await forgetMessages(database.system, forgotten)
          await deleteOldTables(database.system, forgotten)
          for (const { accountId, id } of await listWaitingImports(database.system, overdue)) {
            const job = { accountId, importId: id }
            await database.transaction((trx) => jobs.enqueue(trx, applyImport, job, queueOf(job)))
          }
          for (const { accountId, id } of await listOpenTables(database.system, overdue)) {
            const job = { accountId, tableImportId: id }
            await database.transaction((trx) => jobs.enqueue(trx, importTable, job, queueOfTable(job)))
          }
        },
      }),
    ],
    async drain() {
      await Promise.all([reader.drain(), records.drain()])
    },
  }
}

export const imports = defineFeature({
  name: 'imports',
  needs: ['database', 'jobs', 'clock', 'ids', 'log', 'quotas', 'releases', 'storedUploads', 'readers'],
  make: importsFeature,
})
