import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { defineJob, type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import { deleteOldConnections } from './connection-queries.ts'
import { deleteOldPayloads } from './payload-queries.ts'

/** Hourly: requests, codes and connections that are over. */
export const pruneAuthorizations = ({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): JobHandler =>
  jobHandler({
    job: defineJob<object>('pruneAuthorizations'),
    cron: '41 * * * *',
    async handle() {
      await deleteOldPayloads(database.system, new Date(clock.now()))
      await deleteOldConnections(database.system, new Date(clock.now()))
    },
  })
