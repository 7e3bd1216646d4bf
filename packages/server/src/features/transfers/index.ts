import type { Feature } from '../../http/feature.ts'
import { defineJob, jobHandler } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { ChildRunner } from '../media/index.ts'
import { recordReader } from '../reports/index.ts'
import { bindTransfers } from './routes.ts'
import { type TransferServiceOptions, transferService } from './service.ts'
import { enqueueReading, readTransfer, type TransferJobOptions, transferReader } from './transfer-job.ts'
import { listWaitingTransfers } from './transfer-queries.ts'

const tendTransfers = defineJob<Record<string, never>>('tendTransfers')

/** A table that still waits after this time has lost its job, as in a restored backup. */
const overdueMs = 10 * 60_000

export type TransfersOptions = TransferServiceOptions &
  Omit<TransferJobOptions, 'reader'> & {
    readonly log: Log
    /** Runs the reader of tables; by default in a child process. */
    readonly readers?: ChildRunner | undefined
  }

/** Catalogs that come from another distributor: what differs, and how far each store is. */
function transfersFeature(options: TransfersOptions): Feature {
  const { database, jobs, clock, log, readers } = options
  const reader = recordReader({ log, children: readers })
  return {
    bind: (http) => bindTransfers(http, transferService(options)),
    jobs: [
      jobHandler({ job: readTransfer, lane: 'imports', handle: transferReader({ database, reader }) }),
      jobHandler({
        job: tendTransfers,
        cron: '*/10 * * * *',
        lane: 'upkeep',
        async handle() {
          for (const job of await listWaitingTransfers(database.system, new Date(clock.now() - overdueMs)))
            await database.transaction((trx) => enqueueReading(jobs, trx, job))
        },
      }),
    ],
    drain: () => reader.drain(),
  }
}

export const transfers = defineFeature({
  name: 'transfers',
  needs: ['database', 'jobs', 'clock', 'ids', 'log', 'quotas', 'outlets', 'readers'],
  make: transfersFeature,
})
