import type { Feature } from '../../http/feature.ts'
import { defineJob, jobHandler } from '../../platform/jobs/jobs.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import { type AccountStatesOptions, accountStates } from '../accounts/index.ts'
import { bulkTurn, enqueueTurn } from './bulk-job.ts'
import { deleteEnded, listStuckAccounts } from './bulk-queries.ts'
import { bulkControls } from './control-bulk.ts'
import { bindBulk } from './routes.ts'
import { type BulkServiceOptions, bulkService } from './service.ts'
import { type TurnOptions, takeTurn } from './take-turn.ts'

const tendBulk = defineJob<Record<string, never>>('tendBulk')

const minuteMs = 60_000
/** A job that has not moved for this time has lost its turn. */
const stuckMs = 10 * minuteMs
const keptMs = 30 * 24 * 60 * minuteMs

export type BulkOptions = Omit<BulkServiceOptions, 'quotas'> &
  Omit<TurnOptions, 'quotas' | 'isSuspended'> &
  AccountStatesOptions & { readonly quotas: BulkServiceOptions['quotas'] & TurnOptions['quotas'] }

/** One action for many releases of an account, as a job with the outcome of each. */
function bulkFeature(options: BulkOptions): Feature {
  const { database, jobs, clock } = options
  const { isSuspended } = accountStates(options)
  return {
    bind: (http) => bindBulk(http, bulkService(options), bulkControls(options)),
    jobs: [
      jobHandler({ job: bulkTurn, lane: 'bulk', handle: takeTurn({ ...options, isSuspended }) }),
      jobHandler({
        job: tendBulk,
        cron: '*/10 * * * *',
        lane: 'upkeep',
        async handle() {
          await deleteEnded(database.system, new Date(clock.now() - keptMs))
          for (const { accountId } of await listStuckAccounts(database.system, new Date(clock.now() - stuckMs)))
            await database.transaction((trx) => enqueueTurn(jobs, trx, accountId))
        },
      }),
    ],
  }
}

export const bulk = defineFeature({
  name: 'bulk',
  needs: ['database', 'notifications', 'jobs', 'clock', 'ids', 'log', 'quotas', 'releases'],
  make: bulkFeature,
})
