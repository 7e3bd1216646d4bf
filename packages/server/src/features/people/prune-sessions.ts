import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import { defineJob, type JobHandler, jobHandler } from '../../platform/jobs/jobs.ts'
import { dayMs } from '../../platform/values/calendar.ts'
import { deleteOldRequests } from './outside/request-queries.ts'
import { deleteOldChallenges } from './passkeys/passkey-queries.ts'
import { deleteEndedSessions } from './sessions/session-queries.ts'
import { deleteOldLinks } from './users/link-queries.ts'

/**
 * Hourly: ended sessions are not needed, and the networks that people signed in from are stored no longer than
 * necessary.
 */
export const pruneSessions = ({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): JobHandler =>
  jobHandler({
    job: defineJob<object>('pruneSessions'),
    cron: '23 * * * *',
    async handle() {
      await deleteEndedSessions(database.system, new Date(clock.now()))
      await deleteOldChallenges(database.system, new Date(clock.now()))
      await deleteOldRequests(database.system, new Date(clock.now()))
      await deleteOldLinks(database.system, new Date(clock.now() - dayMs))
    },
  })
